"""The rules of the catalogue in Japanese (規則の名前と説明).

Names are those of the Japanese community of variants where it has its own (連番, サーモ), else the
usual transcription.
"""

from __future__ import annotations

__all__ = ["MEANINGS", "RULES"]

RULES: dict[str, tuple[str, str]] = {
    "extra-region": ("追加領域", "印のついたマスに同じ数字は入らない。"),
    "windoku": (
        "ウィンドウ",
        "角から1マス内側にある、ブロックと同じ大きさの窓に同じ数字は入らない。",
    ),
    "disjoint-groups": (
        "ディスジョイントグループ",
        "各ブロックの同じ位置にあるマスに同じ数字は入らない。",
    ),
    "diagonal": ("対角線", "2本の長い対角線のどちらにも同じ数字は入らない。"),
    "diagonal-main": ("右下がりの対角線", "左上から右下への対角線に同じ数字は入らない。"),
    "diagonal-anti": ("右上がりの対角線", "右上から左下への対角線に同じ数字は入らない。"),
    "anti-knight": (
        "アンチナイト",
        "チェスのナイトの動きで移れるマスどうしに同じ数字は入らない。",
    ),
    "anti-king": ("アンチキング", "斜めも含めて接するマスどうしに同じ数字は入らない。"),
    "non-consecutive": ("非連続", "辺で隣り合うマスに連続する数字は入らない。"),
    "odd": ("奇数マス", "丸のマスには奇数が入る。"),
    "even": ("偶数マス", "四角のマスには偶数が入る。"),
    "killer-cage": ("キラーケージ", "ケージに同じ数字は入らず、数字の合計は書かれた数になる。"),
    "minimum": ("最小マス", "印のマスの数字は、印のない上下左右のマスのどれよりも小さい。"),
    "maximum": ("最大マス", "印のマスの数字は、印のない上下左右のマスのどれよりも大きい。"),
    "thermo": ("サーモ", "温度計に沿って、球から先へ数字が大きくなる。"),
    "slow-thermo": (
        "スローサーモ",
        "ゆるい温度計に沿って、球から先へ数字は大きくなるか同じままである。",
    ),
    "whisper": (
        "ウィスパーライン",
        "線上で隣り合う数字の差は書かれた数以上になる。数がなければ、数字の個数の半分(切り上げ)以上になる。",
    ),
    "renban": ("連番ライン", "線上の数字は順不同の連続した数になる。"),
    "palindrome": ("回文ライン", "線上の数字は両端のどちらから読んでも同じになる。"),
    "between": ("ビトウィーンライン", "線の途中の数字は、両端の丸の数字の間の数になる。"),
    "region-sum": (
        "リージョンサムライン",
        "線を領域の境界で切り分けると、どの部分も数字の合計が等しい。",
    ),
    "white-dot": ("白ドット", "白い点をはさむ2つの数字の差は、1または書かれた数になる。"),
    "black-dot": (
        "黒ドット",
        "黒い点をはさむ2つの数字は、一方が他方の2倍、または書かれた数の倍になる。",
    ),
    "xv": ("XV", "Xをはさむ2つの数字の和は10、Vをはさむ2つの数字の和は5になる。"),
    "pair-sum": ("2マスの和", "数をはさむ2つの数字の和はその数になる。"),
    "less-than": ("不等号", "2マスの間の不等号は小さい数字のほうを指す。"),
    "quadruple": (
        "クアドラプル",
        "丸の中の数字は周りの4マスに、少なくとも書かれた回数だけ入る。",
    ),
    "negative-difference": (
        "ドットのない差の禁止",
        "間に点のない隣り合うマスの数字の差は、その数にならない。",
    ),
    "negative-ratio": (
        "ドットのない比の禁止",
        "間に点のない隣り合うマスの数字は、黒ドットの比にならない。",
    ),
    "negative-xv": (
        "印のないXVの禁止",
        "間に数や文字のない隣り合うマスの数字の和は、5にも10にもならない。",
    ),
    "arrow": ("アロー", "矢印に沿った数字の合計は、丸の中の数字になる。"),
    "pill-arrow": ("ピルアロー", "矢印に沿った数字の合計は、長円の中を読んだ十進数になる。"),
    "little-killer": (
        "リトルキラー",
        "盤面の外の数は、それが指す斜めの並びの数字の合計になる。同じ数字が入ってもよい。",
    ),
    "sandwich": (
        "サンドイッチ",
        "行や列の最小の数字と最大の数字の間にある数字の合計は、盤面の外の数になる。",
    ),
    "x-sum": (
        "Xサム",
        "盤面の外の数から見て最初の数字をXとすると、最初のX個の数字の合計がその数になる。",
    ),
    "skyscraper": (
        "スカイスクレイパー",
        "盤面の外の数は、その行・列のうち、それまでのどの数字よりも大きい数字の個数になる。",
    ),
    "clone": ("クローン", "同じ形のマスの並びには、同じ位置に同じ数字が入る。"),
    "same-values": ("同じ数字の組", "印のついたマスの組には、順不同で同じ数字が入る。"),
    "hidden-skyscraper": (
        "隠れたスカイスクレイパー",
        "盤面の外の数は、その行・列で、前にもっと大きい数字がある最初の数字になる。",
    ),
    "first-seen-odd": ("最初の奇数", "盤面の外の数は、その行・列の最初の奇数になる。"),
    "first-seen-even": ("最初の偶数", "盤面の外の数は、その行・列の最初の偶数になる。"),
    "rossini": (
        "ロッシーニ",
        "盤面の外の矢印に最も近い3つの数字は矢印の向きに大きくなる。矢印のない印では、増え続けも減り続けもしない。",
    ),
    "frame-sum": (
        "フレームサム",
        "盤面の外の数は、それに最も近い数字の合計になる。個数は、指定がなければブロックの幅である。",
    ),
    "product-frame": (
        "フレームプロダクト",
        "盤面の外の数は、それに最も近い数字の積になる。個数は、指定がなければブロックの幅である。",
    ),
    "before-hi": (
        "最大数の前の和",
        "盤面の外の数は、それとその行・列の最大の数字との間にある数字の合計になる。",
    ),
    "parity-party": (
        "パリティパーティー",
        "盤面の外の数は、最も近い数字と偶奇の異なる最初の数字までの、それを含む合計になる。",
    ),
    "battlefield": (
        "バトルフィールド",
        "行・列の最初の数字をX、最後の数字をYとすると、盤面の外の数は、最初のXマスと最後のYマスのどちらにも"
        "入らないか、両方に入るマスの数字の合計になる。",
    ),
    "position-sum": (
        "ポジションサム",
        "上の数はその行・列の最初の2つの数字の和、下の数はその2つの数字が示す位置にある数字の和になる。",
    ),
    "numbered-room": (
        "ナンバードルーム",
        "行・列の最初の数字をXとすると、盤面の外の数は、それから数えてX番目のマスの数字になる。",
    ),
    "outside": (
        "アウトサイド",
        "盤面の外の数字は、その行・列の最も近い数字の中にある。個数は、指定がなければブロックの幅である。",
    ),
    "next-to-hi": (
        "最大数の隣",
        "盤面の外の数字は、その行・列で最大の数字の隣にある数字のすべてである。",
    ),
    "full-rank": (
        "フルランク",
        "すべての行と列を両端から数として読み、小さい順に並べたとき、盤面の外の数はその行・列の順位になる。",
    ),
    "entropic-line": (
        "エントロピーライン",
        "線上の連続する3マスには、必ず小・中・大の数字が1つずつ入る。",
    ),
    "modular-line": (
        "モジュラーライン",
        "線上の連続する3マスの数字は、3で割った余りがすべて異なる(別の数なら、その個数のマスで同様)。",
    ),
    "parity-line": ("偶奇ライン", "線に沿って奇数と偶数が交互に入る。"),
    "high-low-line": (
        "ハイローライン",
        "線に沿って小さい数字と大きい数字が交互に入る。数字が奇数個なら中央の数字はどちらでもない。",
    ),
    "group-line": (
        "グループライン",
        "線上の、組の数だけ連続するマスには、各組の数字が1つずつ入る。",
    ),
    "unimodular-line": (
        "ユニモジュラーライン",
        "線上の数字は、3(または指定の数)で割った余りがすべて等しい。",
    ),
    "zipper": (
        "ジッパーライン",
        "線の中央から等しく離れた2つの数字の和はすべて等しく、中央のマスがあればその数字になる。",
    ),
    "double-arrow": ("ダブルアロー", "両端の丸の数字の和は、その間の数字の合計になる。"),
    "split-peas": (
        "スプリットピーズ",
        "両端の丸の数字をどちらかの順に2桁の数として読むと、その間の数字の合計になる。",
    ),
    "sum-line": (
        "サムライン",
        "線は、数字の合計が書かれた数(なければ10)になる部分に切り分けられる。輪では始点をまたいでもよい。",
    ),
    "lunchbox": (
        "ランチボックス",
        "ランチボックスの数字はすべて異なり、最小と最大の数字の間にある数字の合計は書かれた数になる。",
    ),
    "nabner": ("ナブナーライン", "線上のどの2つの数字も差が2以上になる。"),
    "lockout": (
        "ロックアウトライン",
        "両端のひし形の数字の差は書かれた数(9種の数字では4)以上で、途中の数字はその2つの間の数ではなく、"
        "両端のどちらの数字とも異なる。",
    ),
    "same-difference": (
        "等差ライン",
        "線上で隣り合う数字の差はすべて等しい。差は線ごとに解き手が見つける。",
    ),
    "sequence-line": (
        "数列ライン",
        "線上で次のマスへ進むごとに、数字は同じ数だけ増えるか減る(0でもよい)。",
    ),
    "fuzzy-thermo": ("ファジーサーモ", "線上の数字は、一方の端から他方の端へ大きくなる。"),
    "row-indexer": (
        "行インデックス",
        "印のマスの数字は、同じ列でその行の番号の数字がある行の番号になる。",
    ),
    "column-indexer": (
        "列インデックス",
        "印のマスの数字は、同じ行でその列の番号の数字がある列の番号になる。",
    ),
    "box-indexer": (
        "ブロックインデックス",
        "印のマスの数字は、同じブロックで、そのマスの位置の番号の数字がある位置の番号になる。",
    ),
    "index-line": (
        "インデックスライン",
        "線上のN個の数字は1からNで、i番目のマスの数字は数字iの位置になる。",
    ),
    "value-indexing": (
        "値のインデックス",
        "2番目のマスの数字は、その後のマスのうち何番目かを示し、そこに最初のマスの数字が入る。",
    ),
    "contain": ("含む数字", "指定の数字がそれぞれ、少なくともその回数だけマスに入る。"),
    "contain-exact": (
        "ちょうど含む数字",
        "指定の数字がそれぞれ、ちょうどその回数だけマスに入る。ほかの数字は自由である。",
    ),
    "look-and-say": (
        "ルックアンドセイ",
        "ケージの数は個数と数字の組として読む。23なら、3がケージにちょうど2つ入る。",
    ),
    "equality-cage": (
        "イクオリティケージ",
        "ケージの数字はすべて異なり、奇数と偶数が同数、小さい数字と大きい数字も同数である。"
        "数字が奇数個なら中央の数字は入らない。",
    ),
    "counting-circles": (
        "カウンティングサークル",
        "丸の中の数字は、その組の丸のうち、ちょうどその個数に入る。",
    ),
    "count-distinct": ("種類の数", "マスの数字は、指定のマスに入る異なる数字の個数になる。"),
    "rellik": (
        "レリックケージ",
        "ケージの数字はすべて異なり、そのうち1つ以上をどう選んでも、合計は書かれた数にならない。",
    ),
    "product-cage": ("積のケージ", "ケージの数字はすべて異なり、積は書かれた数になる。"),
    "digital-root-cage": (
        "数字根のケージ",
        "ケージの数字はすべて異なり、書かれた数は合計の数字根になる(合計を9で割った余り、0なら9)。",
    ),
    "sum": (
        "マスの和",
        "マスの数字の合計(係数があれば掛けたもの)は書かれた数になる。同じ数字が入ってもよい。",
    ),
    "equal-sum": ("等しい和", "マスの組のどれも数字の合計が等しい。"),
    "magic-square": ("魔方陣", "魔方陣の行・列・2本の対角線の合計がすべて等しい。"),
    "average-arrow": ("アベレージアロー", "丸の中の数字は、矢印に沿った数字の平均になる。"),
    "product-arrow": ("プロダクトアロー", "丸の中の数字は、矢印に沿った数字の積になる。"),
    "difference-arrow": ("差のアロー", "丸の中の数字は、矢印に沿った2つの数字の差になる。"),
    "vudoku": ("ブイドク", "V字の角の数字は、2本の腕の数字の和か差になる。"),
    "ambiguous-arrow": (
        "曖昧なアロー",
        "丸の中の数字は、少なくとも1本の矢印に沿った数字の合計になる。",
    ),
    "global-entropy": (
        "グローバルエントロピー",
        "どの2×2のマスにも、小・中・大(1-3、4-6、7-9)の数字が入る。",
    ),
    "global-mod": (
        "グローバルモジュラー",
        "どの2×2のマスにも、3・6・9、1・4・7、2・5・8のそれぞれから数字が入る。",
    ),
    "anti-taxicab": (
        "アンチタクシー",
        "同じ数字2つが、上下左右の歩数でちょうどその数字だけ離れることはない。",
    ),
    "taxicab": (
        "タクシー距離",
        "上下左右の歩数でちょうど指定の数だけ離れたマスに、同じ数字は入らない。",
    ),
    "chess": (
        "跳びの規則",
        "指定の跳び(向きは自由)で移れるマスどうしには、異なる数字が入る。数字の指定があれば、"
        "どちらも指定の数字になることはない。",
    ),
    "knightmare": (
        "ナイトメア",
        "ナイトの動きで移れる2マスの数字の和は、5や15、または指定の和にならない。",
    ),
    "diagonal-nonconsecutive": ("斜め非連続", "角で接するマスに連続する数字は入らない。"),
    "friendly": (
        "フレンドリーマス",
        "印のマスの数字は、その行・列・ブロックのどれかの番号になる。",
    ),
    "unfriendly": (
        "アンフレンドリーマス",
        "印のマスの数字は、その行・列・ブロックのどの番号でもない。",
    ),
    "digit-class": ("数字の種類", "印のマスには、指定の数字のどれかが入る。"),
    "low": ("小さい数のマス", "印のマスには、中央より小さい数字(9種なら1から4)が入る。"),
    "high": ("大きい数のマス", "印のマスには、中央より大きい数字(9種なら6から9)が入る。"),
    "dutch-flatmates": ("ダッチフラットメイト", "どの5も、すぐ上に1があるか、すぐ下に9がある。"),
    "doppelganger": (
        "ドッペルゲンガー",
        "どの行・列・ブロックにも0が入り、数字が1つ欠ける。欠ける数字は行どうし・列どうし・ブロックどうしで"
        "異なり、0のマスでは、その行・列・ブロックの欠ける数字が互いに異なる。",
    ),
    "region-same-values": (
        "同じ数字のハウス",
        "すべての(または最も大きい)行・列・ブロックに共通の数字の組が入り、ほかの数字は入らない。",
    ),
    "pair-table": ("連続する組の表", "線上の連続する2マスには、表にある組のどれかが入る。"),
    "all-pairs": ("すべての組の表", "どの2マスにも、表にある組のどれかが入る。"),
    "automaton": ("オートマトン", "線の数字を順に読むオートマトンがそれを受理する。"),
    "regex": ("正規表現", "線の数字を順に読むと、全体が正規表現に一致する。"),
    "or": ("どれかの規則", "組の規則のうち少なくとも1つが成り立つ。"),
    "and": ("すべての規則", "組の規則がすべて成り立つ。"),
    "variables": (
        "盤面の外のマス",
        "盤面の外のマスに適切な数字を入れると、すべての規則が成り立つ。",
    ),
    "chaos-construction": (
        "カオスコンストラクション",
        "マスは、辺でつながり各数字が1つずつ入る領域に分かれる。領域は解き手が見つける。",
    ),
    "chaos-arrow": (
        "見える領域のマス",
        "数字は、始点から各方向に続く、始点と同じ領域のマスの個数になる。",
    ),
    "chaos-count": (
        "領域のマスの数",
        "数字は、指定のマスのうち始点と同じ領域にあるものの個数になる。",
    ),
    "connected": ("つながる数字", "指定の数字の入るマスは1つ以上あり、辺でつながる。"),
}
"""The title of each rule, and what it says in a sentence."""

MEANINGS: dict[str, str] = {
    "what its author calls it": "作者が付けた名前",
    "the cells": "マス",
    "the cells of the region": "領域のマス",
    "the cells that are odd": "奇数のマス",
    "the cells that are even": "偶数のマス",
    "the cells of the cage": "ケージのマス",
    "what the digits add up to": "数字の合計",
    "the cells that are smaller than their neighbours": "隣より小さいマス",
    "the cells that are larger than their neighbours": "隣より大きいマス",
    "the cells, the bulb first": "マス(球から順に)",
    "the cells in order": "マス(順に)",
    "the smallest difference": "差の最小値",
    "the cells in order, an end at each side": "マス(順に、両端が丸)",
    "whether pieces in one region count as one piece": "同じ領域の部分を1つと数える",
    "the two cells": "2つのマス",
    "the difference": "差",
    "the ratio": "比",
    "10 (X) or 5 (V)": "10(X)または5(V)",
    "what the two digits add up to": "2つの数字の和",
    "the two cells, the smaller first": "2つのマス(小さいほうから)",
    "the four cells around the corner": "角の周りの4マス",
    "the digits that occur in them": "そこに入る数字",
    "the ratios; without them those of the black dots, and 2 where there is none": (
        "比(なければ黒ドットの比、それもなければ2)"
    ),
    "the totals that need a mark": "印の必要な和",
    "the cell of the circle": "丸のマス",
    "the cells along the arrow, without the circle": "矢印に沿ったマス(丸を除く)",
    "the cells of the pill, the most significant digit first": "長円のマス(上の桁から)",
    "the cells along the arrow, without the pill": "矢印に沿ったマス(長円を除く)",
    "the first cell of the diagonal": "斜めの並びの最初のマス",
    "where the diagonal runs from there": "そこから進む向き",
    "the side of the board that it stands at": "盤面のどの側か",
    "the number of its row or column": "行または列の番号",
    "the sum of the digits in between": "間の数字の合計",
    "the sum of the first digits": "最初の数字の合計",
    "how many digits are visible": "見える数字の個数",
    "the cells of one shape in order": "一方の形のマス(順に)",
    "the cells of the other in the same order": "他方の形のマス(同じ順に)",
    "the sets of cells, at least two of one size": "マスの組(同じ大きさで2つ以上)",
    "the first hidden digit": "最初の隠れた数字",
    "the first odd digit": "最初の奇数",
    "the first even digit": "最初の偶数",
    "whether the three digits rise into the board, fall, or do neither": (
        "3つの数字が盤面の内へ増えるか、減るか、どちらでもないか"
    ),
    "the sum": "合計",
    "how many cells; by default the side of a box": "マスの個数(なければブロックの幅)",
    "the product": "積",
    "the sum of the first two digits": "最初の2つの数字の和",
    "the sum of the digits in their places": "その位置の数字の和",
    "the digit": "数字",
    "the digits": "数字",
    "the one or two digits": "1つまたは2つの数字",
    "the rank, 1 for the smallest number": "順位(最小の数が1)",
    "which lines may be equal: none at all, only those without a clue, or any, which then share "
    "the lower rank": "等しくてよい行・列:なし、数のないものだけ、すべて(同じ順位になる)",
    "the divisor": "割る数",
    "the groups of digits": "数字の組",
    "the sum of a piece": "各部分の合計",
    "whether the line is closed": "線が輪になっている",
    "the sum between them": "間の数字の合計",
    "the smallest difference of the ends": "両端の差の最小値",
    "the cell of the value, that of the index, the list": "値のマス、位置のマス、並び",
    "the digits, as often as they occur": "数字(入る回数だけ)",
    "a count and a digit in turn": "個数と数字を交互に",
    "the cell that holds the number": "個数の入るマス",
    "the cells that are counted; that of the number may be one": (
        "数えるマス（数字のマスを含んでもよい）"
    ),
    "what no digits add up to": "どの数字の合計にもならない数",
    "the digital root of the sum": "合計の数字根",
    "the cells; one may come twice and counts twice": "マス(2回選べば2回数える)",
    "a number for each cell; 1 each by default": "各マスの係数(なければ1)",
    "the sets of cells": "マスの組",
    "the cells, a square of them": "マス(正方形)",
    "the cells of the shaft, in order from the circle": "矢印のマス(丸から順に)",
    "the cell of the corner": "角のマス",
    "the cells of the two arms": "2本の腕のマス",
    "the shafts, each in order from the circle": "矢印(それぞれ丸から順に)",
    "the number of steps": "歩数",
    "the leaps: rows and columns of each in turn": "跳び(行と列の数を交互に)",
    "the digits; all where none is given": "数字(なければすべて)",
    "only leaps from or to these cells": "これらのマスに出入りする跳びだけ",
    "the sums": "和",
    "the digits of the class": "その種類の数字",
    "the cells, in the order that they are read": "マス(読む順に)",
    "the pairs of digits that are allowed, each in order": "許される数字の組(順に)",
    "the pairs of digits that are allowed, that of the earlier cell first": (
        "許される数字の組(先のマスから)"
    ),
    "the cells in order; between two lines (which may be empty) a break is read": (
        "マス(順に、線と線の間では区切りを読む)"
    ),
    "the states that it starts in": "初期状態",
    "the states in which it accepts": "受理状態",
    "its moves: state, digit, next state": "遷移(状態、数字、次の状態)",
    "its moves at a break: state, next state": "区切りでの遷移(状態、次の状態)",
    "the regular expression": "正規表現",
    "the rules": "規則",
    "the groups of cells: VA*8 is VA1 to VA8, VB*3x4 a grid": (
        "マスの組(VA*8 は VA1 から VA8、VB*3x4 は格子)"
    ),
    "rules about the regions": "領域についての規則",
    "the cell of the digit": "数字のマス",
    "the cell that the arms begin beside": "腕の始点のマス",
    "the arms, without the start": "腕(始点を除く)",
    "whether the first cell is not counted": "最初のマスを数えない",
    "the first of the cells": "最初のマス",
    "the other cells": "ほかのマス",
    "the digits whose cells are connected": "つながるマスの数字",
    "the cells in question": "対象のマス",
    "how many cells there are": "マスの個数",
}
"""What a parameter means, by its words in English."""
