package fork

// Signals is what a channel of values without contents points to, chan struct{}: how many have been sent is all there is to know. It is Channel but for that.
type Signals struct {
	honeCount  int
	honeFirst  int
	honeRoom   int
	honeClosed bool
}

// NewSignals is make(chan struct{}, room).
func NewSignals(room int) *Signals {
	Makes(room)
	return &Signals{honeRoom: room}
}

func (c *Signals) Send() {
	c.open()
	Wait(c.honeCount-c.honeFirst < c.honeRoom)
	c.honeCount++
}

func (c *Signals) SendInside() {
	c.open()
	Never(c.honeCount-c.honeFirst < c.honeRoom)
	c.honeCount++
}

func (c *Signals) SendLast() {
	c.open()
	c.honeCount++
}

func (c *Signals) open() { Never(!c.honeClosed) }

func (c *Signals) Receive() (ok bool) {
	if c.More() {
		c.honeFirst++
		return true
	}
	return false
}

func (c *Signals) ReceiveInside() (ok bool) {
	if c.MoreInside() {
		c.honeFirst++
		return true
	}
	return false
}

func (c *Signals) More() bool {
	more := c.honeFirst < c.honeCount
	Wait(c.honeClosed || more)
	return more
}

func (c *Signals) MoreInside() bool {
	more := c.honeFirst < c.honeCount
	Never(c.honeClosed || more)
	return more
}

func (c *Signals) Take() { c.honeFirst++ }

func (c *Signals) Close() {
	c.open()
	c.honeClosed = true
}

func (c *Signals) Settled() { Wait(c.honeCount-c.honeFirst <= c.honeRoom) }
