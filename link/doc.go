// Package link is what the files that hone generates are written on: they hand the
// intermediate code of honed functions over, and tie it to their variables.
// Programs have no use for it. Its functions change with the generated files, and
// those of another version stay plain Go: Status and hone check say so.
package link
