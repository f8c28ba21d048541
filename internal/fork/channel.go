package fork

// Channel is what a channel of T points to. What has been sent stays, from first on nobody has received it.
type Channel[T any] struct {
	honeSent   []T
	honeFirst  int
	honeRoom   int
	honeClosed bool
}

// New is make(chan T, room).
func New[T any](room int) *Channel[T] {
	Makes(room)
	return &Channel[T]{honeSent: make([]T, 0, room), honeRoom: room}
}

// Send is sent by the goroutine that made the channel, when all that could receive have ended or not begun.
func (c *Channel[T]) Send(v T) {
	c.open()
	Wait(len(c.honeSent)-c.honeFirst < c.honeRoom)
	c.honeSent = append(c.honeSent, v)
}

// SendInside is sent by a goroutine that goes on after it.
func (c *Channel[T]) SendInside(v T) {
	c.open()
	Never(len(c.honeSent)-c.honeFirst < c.honeRoom)
	c.honeSent = append(c.honeSent, v)
}

// SendLast is the last that a goroutine does. It may wait until it is received without anybody's noticing.
func (c *Channel[T]) SendLast(v T) {
	c.open()
	c.honeSent = append(c.honeSent, v)
}

func (c *Channel[T]) open() { Never(!c.honeClosed) }

// Receive is v, ok := <-c in the goroutine that made the channel.
func (c *Channel[T]) Receive() (v T, ok bool) {
	if c.More() {
		return c.Take(), true
	}
	return v, false
}

// ReceiveInside is v, ok := <-c in a goroutine that was started with the channel at hand.
func (c *Channel[T]) ReceiveInside() (v T, ok bool) {
	if c.MoreInside() {
		return c.Take(), true
	}
	return v, false
}

// More is whether a range over the channel goes on.
func (c *Channel[T]) More() bool {
	more := c.honeFirst < len(c.honeSent)
	Wait(c.honeClosed || more)
	return more
}

// MoreInside is More for a goroutine that was started with the channel at hand.
func (c *Channel[T]) MoreInside() bool {
	more := c.honeFirst < len(c.honeSent)
	Never(c.honeClosed || more)
	return more
}

// Take takes the value that More has found.
func (c *Channel[T]) Take() T {
	v := c.honeSent[c.honeFirst]
	c.honeFirst++
	return v
}

// Close is close(c).
func (c *Channel[T]) Close() {
	c.open()
	c.honeClosed = true
}

// Settled is part of Wait, where goroutines send before they are done: one whose value has no room is not.
func (c *Channel[T]) Settled() { Wait(len(c.honeSent)-c.honeFirst <= c.honeRoom) }
