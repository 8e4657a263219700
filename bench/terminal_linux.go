package main

import (
	"os"
	"strconv"
	"syscall"
	"unsafe"
)

// openTerminal opens a terminal of a size, in cells. What programs write to the terminal is read from screen, and what
// is written to it are keys.
func openTerminal(width, height uint16) (screen, terminal *os.File, err error) {
	if screen, err = os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0); err != nil {
		return nil, nil, err
	}
	var unlock, number int32
	size := [4]uint16{height, width}
	raw, err := screen.SyscallConn()
	if err == nil {
		var failed error
		err = raw.Control(func(fd uintptr) {
			for request, arg := range map[uintptr]unsafe.Pointer{
				syscall.TIOCSPTLCK: unsafe.Pointer(&unlock), syscall.TIOCGPTN: unsafe.Pointer(&number), syscall.TIOCSWINSZ: unsafe.Pointer(&size),
			} {
				if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, fd, request, uintptr(arg)); errno != 0 {
					failed = errno
				}
			}
		})
		if err == nil {
			err = failed
		}
	}
	if err == nil {
		terminal, err = os.OpenFile("/dev/pts/"+strconv.Itoa(int(number)), os.O_RDWR|syscall.O_NOCTTY, 0)
	}
	if err != nil {
		screen.Close()
		return nil, nil, err
	}
	return screen, terminal, nil
}

// ownTerminal makes standard input the terminal of a process.
func ownTerminal() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true, Setctty: true} }
