package programs

import (
	"math/rand"

	"github.com/hone-go/hone"
)

// longSwitch has more cases than a jump has hops that anybody would follow one by one.
func longSwitch(x []int) (s int) {
	for _, v := range x {
		switch v {
		case 0:
			s += 0
		case 7:
			s += 1
		case 14:
			s += 4
		case 21:
			s += 9
		case 28:
			s += 16
		case 35:
			s += 25
		case 42:
			s += 36
		case 49:
			s += 49
		case 56:
			s += 64
		case 63:
			s += 81
		case 70:
			s += 100
		case 77:
			s += 121
		case 84:
			s += 144
		case 91:
			s += 169
		case 98:
			s += 196
		case 105:
			s += 225
		case 112:
			s += 256
		case 119:
			s += 289
		case 126:
			s += 324
		case 133:
			s += 361
		case 140:
			s += 400
		case 147:
			s += 441
		case 154:
			s += 484
		case 161:
			s += 529
		case 168:
			s += 576
		case 175:
			s += 625
		case 182:
			s += 676
		case 189:
			s += 729
		case 196:
			s += 784
		case 203:
			s += 841
		case 210:
			s += 900
		case 217:
			s += 961
		case 224:
			s += 1024
		case 231:
			s += 1089
		case 238:
			s += 1156
		case 245:
			s += 1225
		case 252:
			s += 1296
		case 259:
			s += 1369
		case 266:
			s += 1444
		case 273:
			s += 1521
		case 280:
			s += 1600
		case 287:
			s += 1681
		case 294:
			s += 1764
		case 301:
			s += 1849
		case 308:
			s += 1936
		case 315:
			s += 2025
		case 322:
			s += 2116
		case 329:
			s += 2209
		case 336:
			s += 2304
		case 343:
			s += 2401
		case 350:
			s += 2500
		case 357:
			s += 2601
		case 364:
			s += 2704
		case 371:
			s += 2809
		case 378:
			s += 2916
		case 385:
			s += 3025
		case 392:
			s += 3136
		case 399:
			s += 3249
		case 406:
			s += 3364
		case 413:
			s += 3481
		case 420:
			s += 3600
		case 427:
			s += 3721
		case 434:
			s += 3844
		case 441:
			s += 3969
		case 448:
			s += 4096
		case 455:
			s += 4225
		case 462:
			s += 4356
		case 469:
			s += 4489
		case 476:
			s += 4624
		case 483:
			s += 4761
		case 490:
			s += 4900
		case 497:
			s += 5041
		case 504:
			s += 5184
		case 511:
			s += 5329
		case 518:
			s += 5476
		case 525:
			s += 5625
		case 532:
			s += 5776
		case 539:
			s += 5929
		case 546:
			s += 6084
		case 553:
			s += 6241
		case 560:
			s += 6400
		case 567:
			s += 6561
		case 574:
			s += 6724
		case 581:
			s += 6889
		case 588:
			s += 7056
		case 595:
			s += 7225
		case 602:
			s += 7396
		case 609:
			s += 7569
		case 616:
			s += 7744
		case 623:
			s += 7921
		case 630:
			s += 8100
		case 637:
			s += 8281
		case 644:
			s += 8464
		case 651:
			s += 8649
		case 658:
			s += 8836
		case 665:
			s += 9025
		case 672:
			s += 9216
		case 679:
			s += 9409
		case 686:
			s += 9604
		case 693:
			s += 9801
		case 700:
			s += 10000
		case 707:
			s += 10201
		case 714:
			s += 10404
		case 721:
			s += 10609
		case 728:
			s += 10816
		case 735:
			s += 11025
		case 742:
			s += 11236
		case 749:
			s += 11449
		case 756:
			s += 11664
		case 763:
			s += 11881
		case 770:
			s += 12100
		case 777:
			s += 12321
		case 784:
			s += 12544
		case 791:
			s += 12769
		case 798:
			s += 12996
		case 805:
			s += 13225
		case 812:
			s += 13456
		case 819:
			s += 13689
		case 826:
			s += 13924
		case 833:
			s += 14161
		case 840:
			s += 14400
		case 847:
			s += 14641
		case 854:
			s += 14884
		case 861:
			s += 15129
		case 868:
			s += 15376
		case 875:
			s += 15625
		case 882:
			s += 15876
		case 889:
			s += 16129
		case 896:
			s += 16384
		case 903:
			s += 16641
		case 910:
			s += 16900
		case 917:
			s += 17161
		case 924:
			s += 17424
		case 931:
			s += 17689
		case 938:
			s += 17956
		case 945:
			s += 18225
		case 952:
			s += 18496
		case 959:
			s += 18769
		case 966:
			s += 19044
		case 973:
			s += 19321
		case 980:
			s += 19600
		case 987:
			s += 19881
		case 994:
			s += 20164
		case 1001:
			s += 20449
		case 1008:
			s += 20736
		case 1015:
			s += 21025
		case 1022:
			s += 21316
		case 1029:
			s += 21609
		case 1036:
			s += 21904
		case 1043:
			s += 22201
		default:
			s ^= v
		}
	}
	return s
}

var LongSwitch = hone.Func(longSwitch)

func init() {
	add("LongSwitch", longSwitch, LongSwitch, args(vec(func(r *rand.Rand) int { return r.Intn(1100) })), upTo(1000))
}
