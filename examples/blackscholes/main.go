// Blackscholes prices European options: a CSV file in, the same file with a call and a put price in
// each row out. See README.md.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

const usage = `usage: blackscholes [-o out.csv] in.csv   price the options of a file
       blackscholes -n N                  price N generated options
       blackscholes                       a demonstration of both
`

func main() {
	os.Exit(realMain(os.Args[1:], os.Stdout, os.Stderr))
}

// realMain returns the exit status: 1 for bad input, 2 for a bad command line.
func realMain(args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("blackscholes", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() {
		fmt.Fprint(stderr, usage)
		fs.PrintDefaults()
	}
	output := fs.String("o", "", "write the priced options to this `file` (default standard output)")
	n := fs.Int("n", 0, "price this `number` of generated options and print options per second")
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	given := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if fs.NArg() > 1 || given["n"] && (given["o"] || fs.NArg() > 0) {
		fs.Usage()
		return 2
	}

	var err error
	switch {
	case given["n"]:
		err = priceGenerated(*n, stdout)
	case fs.NArg() > 0 || given["o"]:
		err = priceFile(fs.Arg(0), *output, stdout, stderr)
	default:
		err = demonstrate(stdout)
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

// priceFile prices the options of a file ("" is the shipped one) into another ("" is stdout). The
// comparison goes to stderr, so that it does not mix with the prices.
func priceFile(input, output string, stdout, stderr io.Writer) error {
	t, err := readNamed(input)
	if err != nil {
		return err
	}
	call, put, err := compare(stderr, t.cols)
	if err != nil {
		return err
	}
	write := func(w io.Writer) error { return t.write(w, call, put) }
	if output == "" {
		return write(stdout)
	}
	return writeFile(output, write)
}

func readNamed(name string) (*table, error) {
	in, name, err := open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return read(in, name)
}

func priceGenerated(n int, stdout io.Writer) error {
	if n <= 0 {
		return fmt.Errorf("-n is %d, not positive", n)
	}
	_, _, err := compare(stdout, generate(n))
	return err
}

// demonstrate prices the shipped options, shows the first few, and then goes on to many.
func demonstrate(stdout io.Writer) error {
	t, err := read(bytes.NewReader(shipped), shippedName)
	if err != nil {
		return err
	}
	call, put, err := compare(stdout, t.cols)
	if err != nil {
		return err
	}
	t.records = t.records[:5]
	fmt.Fprintf(stdout, "\n%s with its prices begins (-o writes all of it):\n", shippedName)
	if err := t.write(stdout, call, put); err != nil {
		return err
	}
	fmt.Fprintln(stdout)
	return priceGenerated(1<<21, stdout)
}
