package main

import (
	"image"
	"image/color"
	"image/draw"

	"github.com/anthonynsimon/bild/adjust"
	"github.com/anthonynsimon/bild/blend"
	"github.com/anthonynsimon/bild/blur"
	"github.com/anthonynsimon/bild/effect"
	"github.com/anthonynsimon/bild/segment"
	"github.com/anthonynsimon/bild/transform"
	"github.com/corona10/goimagehash/transforms"
	"github.com/disintegration/imaging"
	"github.com/hone-go/hone"
	"github.com/nfnt/resize"
	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/vector"
)

const (
	imagingModule   = "github.com/disintegration/imaging"
	bildModule      = "github.com/anthonynsimon/bild"
	resizeModule    = "github.com/nfnt/resize"
	xImageModule    = "golang.org/x/image"
	imageHashModule = "github.com/corona10/goimagehash"
)

// The libraries take image.Image. These functions have the types that are in use.

func imagingInvert(m *image.NRGBA) *image.NRGBA    { return imaging.Invert(m) }
func imagingGamma(m *image.NRGBA) *image.NRGBA     { return imaging.AdjustGamma(m, 1.8) }
func imagingBlur(m *image.NRGBA) *image.NRGBA      { return imaging.Blur(m, 2) }
func imagingRotate90(m *image.NRGBA) *image.NRGBA  { return imaging.Rotate90(m) }
func imagingHistogram(m *image.NRGBA) [256]float64 { return imaging.Histogram(m) }
func imagingResize(m *image.NRGBA) *image.NRGBA {
	return imaging.Resize(m, 400, 300, imaging.Lanczos)
}

var (
	honedImagingInvert    = hone.Func(imagingInvert)
	honedImagingGamma     = hone.Func(imagingGamma)
	honedImagingBlur      = hone.Func(imagingBlur)
	honedImagingRotate90  = hone.Func(imagingRotate90)
	honedImagingHistogram = hone.Func(imagingHistogram)
	honedImagingResize    = hone.Func(imagingResize)
)

// ofNRGBA is an entry of a photograph that gives an image.
func ofNRGBA(name, module string, honed *hone.Fn[func(*image.NRGBA) *image.NRGBA], plain func(*image.NRGBA) *image.NRGBA, tolerance float64, least func(*image.NRGBA) *image.NRGBA, of ...status) *entry {
	return &entry{name: name, module: module, honed: honed, tolerance: tolerance, least: of, open: func() instance {
		m := photoNRGBA(1)
		var out *image.NRGBA
		return instance{
			plain:   func() { out = plain(m) },
			honed:   func() { out = honed.Call(m) },
			least:   func() { out = least(m) },
			results: func() []any { return []any{out} },
		}
	}}
}

var ofImaging = []*entry{
	ofNRGBA("imaging Invert", imagingModule, honedImagingInvert, imagingInvert, 0, lessInvert, leastInvert),
	ofNRGBA("imaging AdjustGamma", imagingModule, honedImagingGamma, imagingGamma, 1e-13, lessGamma, leastLookup),
	ofNRGBA("imaging Blur", imagingModule, honedImagingBlur, imagingBlur, 1e-13, lessBlur, leastBlur),
	ofNRGBA("imaging Rotate90", imagingModule, honedImagingRotate90, imagingRotate90, 0, lessRotate90, leastTurn),
	ofNRGBA("imaging Resize", imagingModule, honedImagingResize, imagingResize, 1e-13, lessImagingResize, leastResampled),
	{name: "imaging Histogram", module: imagingModule, honed: honedImagingHistogram, least: []status{leastCount}, open: func() instance {
		m := photoNRGBA(2)
		var out [256]float64
		return instance{
			plain:   func() { out = imagingHistogram(m) },
			honed:   func() { out = honedImagingHistogram.Call(m) },
			least:   func() { out = lessHistogram(m) },
			results: func() []any { return []any{out} },
		}
	}},
}

func bildGrayscale(m *image.RGBA) *image.RGBA  { return effect.Grayscale(m) }
func bildBrightness(m *image.RGBA) *image.RGBA { return adjust.Brightness(m, 0.25) }
func bildBox(m *image.RGBA) *image.RGBA        { return blur.Box(m, 3) }
func bildSobel(m *image.RGBA) *image.RGBA      { return effect.Sobel(m) }
func bildFlipH(m *image.RGBA) *image.RGBA      { return transform.FlipH(m) }
func bildThreshold(m *image.RGBA) *image.Gray  { return segment.Threshold(m, 128) }
func bildMultiply(a, b *image.RGBA) *image.RGBA {
	return blend.Multiply(a, b)
}
func bildResize(m *image.RGBA) *image.RGBA {
	return transform.Resize(m, 400, 300, transform.Linear)
}

var (
	honedBildGrayscale  = hone.Func(bildGrayscale)
	honedBildBrightness = hone.Func(bildBrightness)
	honedBildBox        = hone.Func(bildBox)
	honedBildSobel      = hone.Func(bildSobel)
	honedBildFlipH      = hone.Func(bildFlipH)
	honedBildThreshold  = hone.Func(bildThreshold)
	honedBildMultiply   = hone.Func(bildMultiply)
	honedBildResize     = hone.Func(bildResize)
)

// ofRGBA is an entry of a photograph that gives an image.
func ofRGBA(name, module string, honed *hone.Fn[func(*image.RGBA) *image.RGBA], plain func(*image.RGBA) *image.RGBA, tolerance float64, least func(*image.RGBA) *image.RGBA, of ...status) *entry {
	return &entry{name: name, module: module, honed: honed, tolerance: tolerance, least: of, open: func() instance {
		m := photoRGBA(3)
		var out *image.RGBA
		return instance{
			plain:   func() { out = plain(m) },
			honed:   func() { out = honed.Call(m) },
			least:   func() { out = least(m) },
			results: func() []any { return []any{out} },
		}
	}}
}

var ofBild = []*entry{
	ofRGBA("bild/effect Grayscale", bildModule, honedBildGrayscale, bildGrayscale, 0, lessGrayscale, leastGrey),
	ofRGBA("bild/adjust Brightness", bildModule, honedBildBrightness, bildBrightness, 0, lessBrightness, leastLookup),
	ofRGBA("bild/blur Box", bildModule, honedBildBox, bildBox, 0, lessBox, leastWeigh),
	ofRGBA("bild/effect Sobel", bildModule, honedBildSobel, bildSobel, 0, lessSobel, leastWeigh, leastMultiply),
	ofRGBA("bild/transform FlipH", bildModule, honedBildFlipH, bildFlipH, 0, lessFlipH, leastFlip),
	ofRGBA("bild/transform Resize", bildModule, honedBildResize, bildResize, 0, lessBildResize, leastTent),
	{name: "bild/segment Threshold", module: bildModule, honed: honedBildThreshold, least: []status{leastThreshold}, open: func() instance {
		m := photoRGBA(4)
		var out *image.Gray
		return instance{
			plain:   func() { out = bildThreshold(m) },
			honed:   func() { out = honedBildThreshold.Call(m) },
			least:   func() { out = lessThreshold(m) },
			results: func() []any { return []any{out} },
		}
	}},
	{name: "bild/blend Multiply", module: bildModule, honed: honedBildMultiply, least: []status{leastMultiply}, open: func() instance {
		a, b := photoRGBA(5), photoRGBA(6)
		var out *image.RGBA
		return instance{
			plain:   func() { out = bildMultiply(a, b) },
			honed:   func() { out = honedBildMultiply.Call(a, b) },
			least:   func() { out = lessMultiply(a, b) },
			results: func() []any { return []any{out} },
		}
	}},
}

func resizeBilinear(m *image.RGBA) *image.RGBA {
	return resize.Resize(400, 300, m, resize.Bilinear).(*image.RGBA)
}

func resizeLanczos(m *image.RGBA) *image.RGBA {
	return resize.Resize(400, 300, m, resize.Lanczos3).(*image.RGBA)
}

var (
	honedResizeBilinear = hone.Func(resizeBilinear)
	honedResizeLanczos  = hone.Func(resizeLanczos)
)

var ofResize = []*entry{
	ofRGBA("nfnt/resize Resize, Bilinear", resizeModule, honedResizeBilinear, resizeBilinear, 0, lessResizeBilinear, leastFixed),
	ofRGBA("nfnt/resize Resize, Lanczos3", resizeModule, honedResizeLanczos, resizeLanczos, 1e-13, lessResizeLanczos, leastFixed),
}

func scaleApprox(dst, src *image.RGBA) {
	xdraw.ApproxBiLinear.Scale(dst, dst.Rect, src, src.Rect, xdraw.Over, nil)
}

func scaleCatmullRom(dst, src *image.RGBA) {
	xdraw.CatmullRom.Scale(dst, dst.Rect, src, src.Rect, xdraw.Src, nil)
}

func scaleNearest(dst, src *image.RGBA) {
	xdraw.NearestNeighbor.Scale(dst, dst.Rect, src, src.Rect, xdraw.Src, nil)
}

func fillShape(z *vector.Rasterizer, dst *image.Alpha, x, y []float32) {
	z.Reset(dst.Rect.Dx(), dst.Rect.Dy())
	z.DrawOp = draw.Src
	z.MoveTo(x[0], y[0])
	for i := 1; i+1 < len(x); i += 2 {
		z.QuadTo(x[i], y[i], x[i+1], y[i+1])
	}
	z.ClosePath()
	z.Draw(dst, dst.Rect, image.Opaque, image.Point{})
}

var (
	honedScaleApprox     = hone.Func(scaleApprox)
	honedScaleCatmullRom = hone.Func(scaleCatmullRom)
	honedScaleNearest    = hone.Func(scaleNearest)
	honedFillShape       = hone.Func(fillShape)
)

// scaled is an entry that makes a photograph smaller.
func scaled(name string, honed *hone.Fn[func(dst, src *image.RGBA)], plain func(dst, src *image.RGBA), least func(dst, src *image.RGBA), of ...status) *entry {
	return &entry{name: name, module: xImageModule, honed: honed, least: of, open: func() instance {
		m, dst := photoRGBA(7), image.NewRGBA(image.Rect(0, 0, 400, 300))
		return instance{
			plain:   func() { plain(dst, m) },
			honed:   func() { honed.Call(dst, m) },
			least:   func() { least(dst, m) },
			results: func() []any { return []any{dst} },
		}
	}}
}

var ofXImage = []*entry{
	scaled("x/image/draw ApproxBiLinear.Scale", honedScaleApprox, scaleApprox, lessScaleApprox, leastBilinear),
	scaled("x/image/draw CatmullRom.Scale", honedScaleCatmullRom, scaleCatmullRom, lessScaleCatmullRom, leastAcrossed, leastDowned),
	scaled("x/image/draw NearestNeighbor.Scale", honedScaleNearest, scaleNearest, lessScaleNearest, leastNearest),
	{name: "x/image/vector Rasterizer.Draw", module: xImageModule, honed: honedFillShape, open: func() instance {
		x, y := uniform32(8, 41, 0, 512), uniform32(9, 41, 0, 512)
		dst, z := image.NewAlpha(image.Rect(0, 0, 512, 512)), vector.NewRasterizer(512, 512)
		return instance{
			plain:   func() { fillShape(z, dst, x, y) },
			honed:   func() { honedFillShape.Call(z, dst, x, y) },
			results: func() []any { return []any{dst} },
		}
	}},
}

func ycbcrs(dst, src []byte) {
	for i := 0; i+3 < len(src); i += 4 {
		j := i / 4 * 3
		dst[j], dst[j+1], dst[j+2] = color.RGBToYCbCr(src[i], src[i+1], src[i+2])
	}
}

func rgbOfYCbCr(dst *image.RGBA, src *image.YCbCr) {
	draw.Draw(dst, dst.Rect, src, image.Point{}, draw.Src)
}

func drawOver(dst, src *image.RGBA) { draw.Draw(dst, dst.Rect, src, image.Point{}, draw.Over) }

func grayAt(dst *image.Gray, src *image.RGBA) {
	for y := src.Rect.Min.Y; y < src.Rect.Max.Y; y++ {
		for x := src.Rect.Min.X; x < src.Rect.Max.X; x++ {
			c := src.RGBAAt(x, y)
			dst.SetGray(x, y, color.Gray{Y: uint8((19595*uint32(c.R) + 38470*uint32(c.G) + 7471*uint32(c.B) + 1<<15) >> 16)})
		}
	}
}

func premultiplied(dst []color.RGBA, src []color.NRGBA) {
	for i, c := range src {
		r, g, b, a := c.RGBA()
		dst[i] = color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), uint8(a >> 8)}
	}
}

var (
	honedYCbCrs        = hone.Func(ycbcrs)
	honedRGBOfYCbCr    = hone.Func(rgbOfYCbCr)
	honedDrawOver      = hone.Func(drawOver)
	honedGrayAt        = hone.Func(grayAt)
	honedPremultiplied = hone.Func(premultiplied)
)

var ofImage = []*entry{
	{name: "image/color RGBToYCbCr", honed: honedYCbCrs, least: []status{leastYCbCrs}, open: func() instance {
		m, dst := photoRGBA(10), make([]byte, photoW*photoH*3)
		return instance{
			plain:   func() { ycbcrs(dst, m.Pix) },
			honed:   func() { honedYCbCrs.Call(dst, m.Pix) },
			least:   func() { leastYCbCrs.Call(dst, m.Pix) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "image/draw Draw, YCbCr to RGBA", honed: honedRGBOfYCbCr, least: []status{leastRGBOfYCbCr}, open: func() instance {
		m, dst := photoYCbCr(11), image.NewRGBA(image.Rect(0, 0, photoW, photoH))
		return instance{
			plain:   func() { rgbOfYCbCr(dst, m) },
			honed:   func() { honedRGBOfYCbCr.Call(dst, m) },
			least:   func() { lessRGBOfYCbCr(dst, m) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "image/draw Draw, Over", honed: honedDrawOver, least: []status{leastOver}, open: func() instance {
		m, below := glassRGBA(12), photoRGBA(13)
		dst := photoRGBA(13)
		return instance{
			plain:   func() { drawOver(dst, m) },
			honed:   func() { honedDrawOver.Call(dst, m) },
			least:   func() { leastOver.Call(dst.Pix, m.Pix) },
			reset:   func() { copy(dst.Pix, below.Pix) },
			once:    true,
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "image RGBA.RGBAAt, Gray.SetGray", honed: honedGrayAt, least: []status{leastGrayAt}, open: func() instance {
		m, dst := photoRGBA(14), image.NewGray(image.Rect(0, 0, photoW, photoH))
		return instance{
			plain:   func() { grayAt(dst, m) },
			honed:   func() { honedGrayAt.Call(dst, m) },
			least:   func() { leastGrayAt.Call(dst.Pix, m.Pix) },
			results: func() []any { return []any{dst} },
		}
	}},
	{name: "image/color NRGBA.RGBA", honed: honedPremultiplied, least: []status{leastShaded}, open: func() instance {
		pix := make([]byte, photoW*photoH*4)
		photo(15, pix, photoW, photoH, true)
		src, dst := make([]color.NRGBA, photoW*photoH), make([]color.RGBA, photoW*photoH)
		for i := range src {
			src[i] = color.NRGBA{pix[4*i], pix[4*i+1], pix[4*i+2], pix[4*i+3]}
		}
		return instance{
			plain:   func() { premultiplied(dst, src) },
			honed:   func() { honedPremultiplied.Call(dst, src) },
			least:   func() { leastShaded.Call(dst, src) },
			results: func() []any { return []any{dst} },
		}
	}},
}

var (
	dct1D   = hone.Func(transforms.DCT1D)
	dct2D64 = hone.Func(transforms.DCT2DFast64)
	flatten = hone.Func(transforms.FlattenPixels)
)

var ofImageHash = []*entry{
	{name: "goimagehash/transforms DCT1D", module: imageHashModule, honed: dct1D, tolerance: 1e-12, least: []status{leastDCT1D}, open: func() instance {
		x0 := uniform(1, 1024, 0, 255)
		x := cloned(x0)
		return instance{
			plain:   func() { transforms.DCT1D(x) },
			honed:   func() { dct1D.Call(x) },
			least:   func() { leastDCT1D.Call(x) },
			reset:   func() { copy(x, x0) },
			once:    true,
			results: func() []any { return []any{x} },
		}
	}},
	{name: "goimagehash/transforms DCT2DFast64", module: imageHashModule, honed: dct2D64, least: []status{leastDCT64}, leastTolerance: 1e-11, open: func() instance {
		x0, inverse := uniform(2, 4096, 0, 255), cosines()
		x := cloned(x0)
		return instance{
			plain: func() { transforms.DCT2DFast64(&x) },
			honed: func() { dct2D64.Call(&x) },
			least: func() {
				leastDCT64.Call(x, 64, 1, inverse)
				leastDCT64.Call(x, 1, 64, inverse)
			},
			reset:   func() { copy(x, x0) },
			once:    true,
			results: func() []any { return []any{x} },
		}
	}},
	{name: "goimagehash/transforms FlattenPixels", module: imageHashModule, honed: flatten, open: func() instance {
		x := rows(3, 64, 64)
		var out []float64
		return instance{
			plain:   func() { out = transforms.FlattenPixels(x, 64, 64) },
			honed:   func() { out = flatten.Call(x, 64, 64) },
			results: func() []any { return []any{out} },
		}
	}},
}
