package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// readWAV reads a WAV file of 16-bit samples; several channels become one.
func readWAV(in io.Reader) (*sound, error) {
	var riff struct {
		Riff [4]byte
		Size uint32
		Wave [4]byte
	}
	if err := binary.Read(in, binary.LittleEndian, &riff); err != nil || riff.Riff != [4]byte{'R', 'I', 'F', 'F'} || riff.Wave != [4]byte{'W', 'A', 'V', 'E'} {
		return nil, errors.New("not a WAV file")
	}
	var format struct {
		Kind, Channels    uint16
		Rate, BytesPerSec uint32
		Align, Bits       uint16
	}
	for {
		var part struct {
			Name [4]byte
			Size uint32
		}
		if err := binary.Read(in, binary.LittleEndian, &part); err != nil {
			return nil, errors.New("the file ends before its samples")
		}
		switch string(part.Name[:]) {
		case "fmt ":
			if part.Size < 16 {
				return nil, errors.New("the header is too short")
			}
			if err := binary.Read(in, binary.LittleEndian, &format); err != nil {
				return nil, errors.New("the file ends in its header")
			}
			part.Size -= 16
		case "data":
			if format.Kind != 1 || format.Bits != 16 || format.Channels == 0 {
				return nil, fmt.Errorf("samples of kind %d with %d bits in %d channels; only whole numbers of 16 bits can be read", format.Kind, format.Bits, format.Channels)
			}
			data, err := io.ReadAll(io.LimitReader(in, int64(part.Size)))
			if err != nil {
				return nil, err
			}
			return &sound{int(format.Rate), mixed(data, int(format.Channels))}, nil
		}
		if _, err := io.CopyN(io.Discard, in, int64(part.Size+part.Size&1)); err != nil {
			return nil, errors.New("the file ends before its samples")
		}
	}
}

// mixed makes one channel of several.
func mixed(data []byte, channels int) []float32 {
	samples := make([]float32, len(data)/(2*channels))
	for i := range samples {
		for c := range channels {
			samples[i] += float32(int16(binary.LittleEndian.Uint16(data[2*(i*channels+c):]))) / 32768 / float32(channels)
		}
	}
	return samples
}

// writeWAV writes a sound as readWAV reads it.
func writeWAV(out io.Writer, s *sound) error {
	data := make([]byte, 0, 44+2*len(s.samples))
	n := uint32(2 * len(s.samples))
	data = binary.LittleEndian.AppendUint32(append(data, "RIFF"...), 36+n)
	data = binary.LittleEndian.AppendUint32(append(data, "WAVEfmt "...), 16)
	data = binary.LittleEndian.AppendUint16(data, 1)
	data = binary.LittleEndian.AppendUint16(data, 1)
	data = binary.LittleEndian.AppendUint32(data, uint32(s.rate))
	data = binary.LittleEndian.AppendUint32(data, uint32(2*s.rate))
	data = binary.LittleEndian.AppendUint16(data, 2)
	data = binary.LittleEndian.AppendUint16(data, 16)
	data = binary.LittleEndian.AppendUint32(append(data, "data"...), n)
	for _, v := range s.samples {
		data = binary.LittleEndian.AppendUint16(data, uint16(int16(min(max(v, -1), 1)*32767)))
	}
	_, err := out.Write(data)
	return err
}
