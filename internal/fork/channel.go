package fork

// Channel is what a channel of T points to. What has been sent stays: from first to end nobody has received it. There is room ahead for what can be sent
// before anything is received, as where a channel is filled, closed and handed to goroutines: that is a slice that a loop fills. What comes later is behind that.
type Channel[T any] struct {
	honeSent   []T
	honeMore   []T
	honeEnd    int
	honeFirst  int
	honeRoom   int
	honeClosed bool
}

// New is make(chan T, room).
func New[T any](room int) *Channel[T] {
	Makes(room)
	return &Channel[T]{honeSent: make([]T, room), honeRoom: room}
}

// Send is sent by the goroutine that made the channel, when all that could receive have ended or not begun.
func (c *Channel[T]) Send(v T) {
	c.open()
	Wait(c.honeEnd-c.honeFirst < c.honeRoom)
	c.putIn(v)
}

// SendInside is sent by a goroutine that goes on after it.
func (c *Channel[T]) SendInside(v T) {
	c.open()
	Never(c.honeEnd-c.honeFirst < c.honeRoom)
	c.putIn(v)
}

// SendLast is the last that a goroutine does. It may wait until it is received without anybody's noticing.
func (c *Channel[T]) SendLast(v T) {
	c.open()
	c.put(v)
}

// putIn puts in what there is room for.
func (c *Channel[T]) putIn(v T) {
	if c.honeFirst == 0 { // that is known where nobody has received anything, and that there is room ahead follows
		c.honeSent[c.honeEnd] = v
		c.honeEnd++
	} else {
		c.put(v)
	}
}

func (c *Channel[T]) put(v T) {
	if c.honeEnd < len(c.honeSent) {
		c.honeSent[c.honeEnd] = v
	} else {
		c.honeMore = append(c.honeMore, v)
	}
	c.honeEnd++
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
	more := c.honeFirst < c.honeEnd
	Wait(c.honeClosed || more)
	return more
}

// MoreInside is More for a goroutine that was started with the channel at hand.
func (c *Channel[T]) MoreInside() bool {
	more := c.honeFirst < c.honeEnd
	Never(c.honeClosed || more)
	return more
}

// Take takes the value that More has found.
func (c *Channel[T]) Take() T {
	k := c.honeFirst
	c.honeFirst++
	if k < len(c.honeSent) {
		return c.honeSent[k]
	}
	return c.honeMore[k-len(c.honeSent)]
}

// Close is close(c).
func (c *Channel[T]) Close() {
	c.open()
	c.honeClosed = true
}

// Settled is part of Wait, where goroutines send before they are done: one whose value has no room is not.
func (c *Channel[T]) Settled() { Wait(c.honeEnd-c.honeFirst <= c.honeRoom) }
