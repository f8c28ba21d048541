// Package analysis answers questions about the IR that several passes ask, each in one place. It states facts and changes nothing; what to
// make of them is the passes' business.
package analysis
