package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// source is what the files of one type say, before it is put together. The
// folder of a type has an index.js and an index.d.ts, and more files if the
// type is large.
type source struct {
	typ      string             // aws_instance
	data     bool               // a data source
	provider bool               // the provider itself
	class    string             // the class of the type: Instance
	classes  map[string]*class  // by name: InstanceEbsBlockDeviceOutputReference
	writers  map[string]*writer // by the struct that the writer is for: InstanceEbsBlockDevice
	blocks   map[string]bool    // STRUCT.key, if the declarations call the key a block
	prose    map[string]bool    // structs with a described attribute, which are not plain objects
	idIsArg  bool               // the configuration can set the type's id
	problems []string
}

// root stands for the struct of the type's own configuration.
const root = "*"

// class has the getters of a class, by key.
type class struct {
	getters map[string]getter
}

// getter says what a getter returns.
type getter struct {
	call   string // getListAttribute, interpolationForAttribute; or the class that the constructor makes
	made   bool   // the constructor makes it
	toList bool   // it comes from a set
}

// writer is the function or method that writes a struct as HCL, and what it
// says about the keys.
type writer struct {
	keys  map[string]property
	nulls bool // it writes null for undefined values, as plain objects need
}

type property struct {
	value   string // the expression: which mappers are applied
	block   bool
	typ     string // simple, list, set, map, struct
	storage string // string, numberList, InstanceEbsBlockDeviceList
}

func newSource() *source {
	return &source{classes: map[string]*class{}, writers: map[string]*writer{}, blocks: map[string]bool{}, prose: map[string]bool{}}
}

// lines calls f with each line of a file, except for source maps. It removes
// leading white space and counts it.
func lines(r io.Reader, f func(indent int, line string)) error {
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		line, err := in.ReadSlice('\n')
		long := err == bufio.ErrBufferFull
		text := bytes.TrimRight(line, " \r\n")
		cut := bytes.TrimLeft(text, " ")
		if !bytes.HasPrefix(cut, []byte("//# source")) {
			f(len(text)-len(cut), string(cut))
		}
		for long { // nothing of interest is that far to the right
			_, err = in.ReadSlice('\n')
			long = err == bufio.ErrBufferFull
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// scanCode reads a .js file.
func (s *source) scanCode(r io.Reader) error {
	var c *class
	var className string
	var w *writer
	var key string
	var p property
	return lines(r, func(indent int, line string) {
		switch {
		case indent == 0 && strings.HasPrefix(line, "class "):
			fields := strings.Fields(line) // class NAME extends BASE {
			className = fields[1]
			c = &class{getters: map[string]getter{}}
			s.classes[className] = c
			_, base, _ := strings.Cut(fields[min(3, len(fields)-1)], ".") // cdktf, or cdktn in the packages of its successor
			switch base {
			case "TerraformResource", "TerraformDataSource":
				s.class, s.data = className, base == "TerraformDataSource"
			case "TerraformProvider":
				s.provider = true
			}
		case indent == 0 && strings.HasPrefix(line, "function "):
			w = nil
			name, _, _ := strings.Cut(line[len("function "):], "(")
			if name, ok := strings.CutSuffix(name, "ToHclTerraform"); ok {
				w = s.writer(name)
			}
		case indent == 0 && line == "}":
			w, c = nil, nil
		case indent == 4 && line == "synthesizeHclAttributes() {":
			w = s.writer(className)
		case w != nil && strings.HasSuffix(line, ": {"):
			key, p = strings.Trim(strings.TrimSuffix(line, ": {"), `"'`), property{}
		case w != nil && key != "":
			name, value, _ := strings.Cut(strings.TrimSuffix(line, ","), ": ")
			switch name {
			case "value":
				p.value = value
				w.nulls = w.nulls || strings.Contains(value, "=== undefined ? null :")
			case "isBlock":
				p.block = value == "true"
			case "type":
				p.typ = strings.Trim(value, `"`)
			case "storageClassType":
				p.storage = strings.Trim(value, `"`)
				w.keys[key], key = p, ""
			}
		case c != nil:
			s.scanMember(c, line)
		}
	})
}

func (s *source) writer(name string) *writer {
	name = upperFirst(name)
	if s.writers[name] == nil {
		s.writers[name] = &writer{keys: map[string]property{}}
	}
	return s.writers[name]
}

// scanMember reads a line in a class:
//
//	terraformResourceType: 'aws_instance',
//	return this.getStringAttribute('ami');
//	return cdktf.Fn.tolist(this.getListAttribute('ids'));
//	this._disk = new InstanceDiskList(this, "disk", true);
func (s *source) scanMember(c *class, line string) {
	if value, ok := strings.CutPrefix(line, "terraformResourceType: "); ok {
		s.typ = strings.Trim(value, `',"`)
		return
	}
	if made, ok := strings.CutPrefix(strings.TrimPrefix(line, "this."), "_"); ok { // newer packages have fields of classes
		_, made, ok = strings.Cut(made, " = new ")
		if !ok {
			return
		}
		name, args, ok := strings.Cut(made, "(this, ")
		if !ok {
			return
		}
		name = name[strings.LastIndexByte(name, '.')+1:]
		if key := quoted(args); key != "" {
			c.getters[key] = getter{call: name, made: true, toList: strings.HasSuffix(args, ", true);")}
		}
		return
	}
	if value, ok := strings.CutPrefix(line, "return "); ok {
		at := strings.Index(value, "this.")
		if at < 0 {
			return
		}
		call, args, ok := strings.Cut(value[at+len("this."):], "(")
		if !ok || !strings.HasSuffix(call, "Attribute") {
			return
		}
		if key := quoted(args); key != "" {
			c.getters[key] = getter{call: call, toList: strings.Contains(value[:at], "tolist(")}
		}
	}
}

// quoted returns the string literal that a text begins with.
func quoted(text string) string {
	if text == "" || text[0] != '"' && text[0] != '\'' {
		return ""
	}
	literal, _, ok := strings.Cut(text[1:], text[:1])
	if !ok {
		return ""
	}
	return literal
}

// scanDeclarations reads a .d.ts file. The comment on each member of an
// interface says whether it is a block, and the link in the comment has the
// key.
func (s *source) scanDeclarations(r io.Reader) error {
	var name string
	var block, key string
	var described, config, comment bool
	return lines(r, func(indent int, line string) {
		// Any line may occur in a description.
		if comment = comment && line != "*/"; comment && !strings.HasPrefix(line, "* ") {
			return
		}
		switch {
		case indent == 0 && strings.HasPrefix(line, "export interface "):
			fields := strings.Fields(line)
			name = fields[2]
			if config = strings.HasSuffix(line, ".TerraformMetaArguments {"); config {
				name = root // its own name may have been changed to be unique
			}
		case line == "/**":
			block, key, described, comment = "", "", false, true
		case indent == 0 && line == "}":
			name = ""
		case name == "":
		case strings.HasPrefix(line, "* "):
			text := line[2:]
			if rest, ok := strings.CutPrefix(text, "Docs at Terraform Registry: "); ok {
				if at := strings.LastIndexByte(rest, '#'); at >= 0 {
					key = strings.TrimSuffix(rest[at+1:], "}")
				}
				break
			}
			if b, ok := strings.CutSuffix(text, " block"); ok && !strings.Contains(b, " ") && block == "" {
				block = b
			} else if !strings.HasPrefix(text, "Please be aware that the id field") && !strings.HasPrefix(text, "If you experience problems setting this value") {
				described = true
			} else if config {
				s.idIsArg = true
			}
		case strings.HasPrefix(line, "readonly "):
			if block != "" && block == key {
				s.blocks[name+"."+key] = true
			} else if described {
				s.prose[name] = true
			}
		}
	})
}

func (s *source) problem(format string, args ...any) {
	s.problems = append(s.problems, fmt.Sprintf(format, args...))
}

func upperFirst(s string) string {
	for i, r := range s {
		return string(unicode.ToUpper(r)) + s[i+len(string(r)):]
	}
	return s
}
