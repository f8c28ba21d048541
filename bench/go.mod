module github.com/hone-go/hone/bench

go 1.26.0

require (
	github.com/agnivade/levenshtein v1.2.2
	github.com/anthonynsimon/bild v0.14.0
	github.com/bits-and-blooms/bitset v1.29.0
	github.com/cespare/xxhash/v2 v2.3.0
	github.com/corona10/goimagehash v1.1.0
	github.com/dgryski/go-metro v0.0.0-20250106013310-edb8663e5e33
	github.com/disintegration/imaging v1.6.2
	github.com/fogleman/gg v1.3.0
	github.com/golang/geo v0.0.0-20260818125358-b200a1149890
	github.com/golang/snappy v1.0.0
	github.com/hbollon/go-edlib v1.7.0
	github.com/holiman/uint256 v1.3.2
	github.com/hone-go/hone v0.0.0
	github.com/lucasb-eyer/go-colorful v1.4.1
	github.com/markcheno/go-talib v0.0.0-20250114000313-ec55a20c902f
	github.com/mjibson/go-dsp v0.0.0-20180508042940-11479a337f12
	github.com/mmcloughlin/geohash v0.10.0
	github.com/montanaflynn/stats v0.14.0
	github.com/nfnt/resize v0.0.0-20180221191011-83c6a9932646
	github.com/paulmach/orb v0.14.0
	github.com/spaolacci/murmur3 v1.1.0
	golang.org/x/crypto v0.59.0
	golang.org/x/image v0.48.0
	golang.org/x/sys v0.50.0
	gonum.org/v1/gonum v0.17.0
)

require (
	github.com/golang/freetype v0.0.0-20170609003504-e2365dfdc4a0 // indirect
	go.mongodb.org/mongo-driver/v2 v2.5.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

replace github.com/hone-go/hone => ../

tool github.com/hone-go/hone/cmd/hone
