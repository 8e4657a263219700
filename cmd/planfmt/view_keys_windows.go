package main

// terminalName is the file that stands for the console of the process.
const terminalName = "CONIN$"
