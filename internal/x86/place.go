package x86

func (f *fn) placeConstants() {}
