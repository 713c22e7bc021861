// Snowflake: 64 bits of time, node and sequence. Rules: crates/snowflake/FORMAT.md.

package main

// flavour is a division of the number, with a unit and an epoch (SNOW-1).
type flavour struct {
	*Layout
	ticks      Ticks
	form       string
	decodeOnly bool
	timestamp  *Field
	sequence   *Field
	node       []*Field // the fields that say which node it is (SNOW-7)
}

const (
	ns = int64(1)
	us = 1000 * ns
	ms = 1000 * us
	s  = 1000 * ms
)

func flavourOf(name string, epoch, unit int64, columns string) *flavour {
	f := &flavour{Layout: layout(name, columns), form: "decimal"}
	f.timestamp = f.Field("timestamp")
	f.ticks = Ticks{num(epoch), f.timestamp.Max(), num(1), num(unit)}
	for _, field := range f.Fields {
		switch field.Name {
		case "sequence", "increment", "counter", "step":
			f.sequence = field
		case "timestamp":
		default:
			if field.Fixed < 0 {
				f.node = append(f.node, field)
			}
		}
	}
	return f
}

func (f *flavour) as(form string) *flavour {
	f.form = form
	return f
}

func (f *flavour) toBeRead() *flavour {
	f.decodeOnly = true
	return f
}

const (
	suou         = "timestamp:42 local:5 shard:5 counter:12"
	sonyflake    = "sign:1=0 timestamp:39 sequence:8 machine:16"
	twitterEpoch = 1_288_834_974_657 * ms
	baiduEpoch   = 1_463_673_600 * s
	yitterEpoch  = 1_582_136_402 * s
	since2015    = 1_420_070_400 * s
	since2020    = 1_577_836_800 * s
	since2025    = 1_735_689_600 * s
)

// The flavours are SNOW-40 to SNOW-51, and then the layouts of one's own that the vectors use
// (SNOW-7). The field sign is always 0 (SNOW-2).
var flavours = []*flavour{
	flavourOf("twitter", twitterEpoch, ms, "sign:1=0 timestamp:41 datacenter:5 worker:5 sequence:12"),
	flavourOf("discord", since2015, ms, "timestamp:42 worker:5 process:5 increment:12"),
	flavourOf("suou", 1_420_066_800*s, ms, suou),
	flavourOf("instagram", 1_314_220_021_721*ms, ms, "timestamp:41 shard:13 sequence:10"),
	flavourOf("mastodon", 0, ms, "timestamp:48 tail:16").toBeRead(),
	flavourOf("sonyflake-v1", 1_409_529_600*s, 10*ms, sonyflake),
	flavourOf("sonyflake-v2", since2025, 10*ms, sonyflake),
	flavourOf("bwmarrin", twitterEpoch, ms, "sign:1=0 timestamp:41 node:10 step:12"),
	flavourOf("baidu", baiduEpoch, s, "sign:1=0 timestamp:28 worker:22 sequence:13"),
	flavourOf("yitter", yitterEpoch, ms, "timestamp:52 worker:6 sequence:6").toBeRead(),
	flavourOf("tid", 0, us, "sign:1=0 timestamp:53 clock:10").as("tid"),
	flavourOf("linkedin", 0, ms, "sign:1=0 timestamp:41 low:22").toBeRead(),

	flavourOf("suou-of-2015-utc", since2015, ms, suou),
	flavourOf("suou-of-2020", 1_577_833_200*s, ms, suou),
	flavourOf("suou-of-2010", twitterEpoch, ms, suou),
	flavourOf("sonyflake-12-10", since2020, ms, "sign:1=0 timestamp:41 sequence:12 machine:10"),
	flavourOf("baidu-29-21-13", baiduEpoch, s, "sign:1=0 timestamp:29 worker:21 sequence:13"),
	flavourOf("baidu-31-23-9", baiduEpoch, s, "sign:1=0 timestamp:31 worker:23 sequence:9"),
	flavourOf("baidu-41-10-12", baiduEpoch, s, "sign:1=0 timestamp:41 worker:10 sequence:12"),
	flavourOf("baidu-63", baiduEpoch, s, "sign:1=0 timestamp:63"),
	flavourOf("baidu-1-1-61", baiduEpoch, s, "sign:1=0 timestamp:1 worker:1 sequence:61"),
	flavourOf("yitter-6-10", yitterEpoch, ms, "timestamp:48 worker:6 sequence:10"),
	flavourOf("yitter-10-12", since2020, ms, "timestamp:42 worker:10 sequence:12"),
	flavourOf("yitter-6-12", yitterEpoch, ms, "timestamp:46 worker:6 sequence:12"),
	flavourOf("js-53", since2025, s, "zero:11=0 timestamp:32 node:8 sequence:13"),
}

// snowShort is digits without leading zeros: SNOW-21 to SNOW-25, SNOW-28 and SNOW-31.
var snowShort = map[string]*Digits{
	"decimal":   decimal,
	"hex":       hex,
	"base32":    digits("ybndrfg8ejkmcpqxot1uwisza345h769", ""),
	"base36":    digits("0123456789"+letters, upper),
	"base58":    digits("123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ", ""),
	"shortcode": base64url,
	"suou-b32l": digits(letters+"234567", upper),
}

// snowLong is how many digits a text has: SNOW-26, SNOW-27 and SNOW-29.
var snowLong = map[string]struct {
	*Digits
	width int
}{
	"crockford":   {digits(crockford, crockLower+"I1i1L1l1O0o0"), 13},
	"tid":         {digits("234567"+letters, ""), 13},
	"suou-base64": {base64url, 12},
}

// snowTwice is the digits of twice the number (SNOW-30).
var snowTwice = digits(crockford, "")

type snowflake struct{ plain }

func newSnowflake() snowflake {
	var f snowflake
	for _, flavour := range flavours {
		f.layouts = append(f.layouts, flavour.Layout)
	}
	return f
}

func find(l *Layout) *flavour {
	for _, f := range flavours {
		if f.Layout == l {
			return f
		}
	}
	return nil
}

func (snowflake) Parse(l *Layout, form, text string, _ Args) (bits Int, err error) {
	if form == "" {
		form = find(l).form
	}
	if d, found := snowShort[form]; found {
		bits, err = d.Decode(text, 64)
	} else if d, found := snowLong[form]; found {
		bits, err = d.DecodeFixed(text, 64, d.width)
	} else if form == "suou-cb32" {
		bits, err = snowTwice.DecodeFixed(text, 65, 13)
		if err == nil && bits.Bit(0) == 1 {
			err = refuseAt("digit", 12)
		}
		if err == nil {
			bits = shr(bits, 1)
		}
	} else {
		return nil, unsupported("form %s", form)
	}
	if err != nil {
		return nil, err
	}
	return bits, l.Check(bits)
}

func (snowflake) Write(l *Layout, form string, bits Int, _ Args) (string, error) {
	if err := l.Check(bits); err != nil {
		return "", err
	}
	if form == "" {
		form = find(l).form
	}
	if d, found := snowShort[form]; found {
		return d.Encode(bits, 1), nil
	}
	if d, found := snowLong[form]; found {
		return d.Encode(bits, d.width), nil
	}
	if form == "suou-cb32" {
		return snowTwice.Encode(shl(bits, 1), 13), nil
	}
	return "", unsupported("form %s", form)
}

func (snowflake) Time(l *Layout, bits Int) (Int, error) {
	f := find(l)
	return f.ticks.Start(f.timestamp.Get(bits)), nil
}

// Range has zeros, and ones, in all other fields that are not fixed (SNOW-4).
func (snowflake) Range(l *Layout, instant Int) (Int, Int, error) {
	f := find(l)
	tick, err := f.ticks.At(instant)
	if err != nil {
		return nil, nil, err
	}
	first := shl(tick, f.timestamp.Low)
	last := first
	for _, field := range f.Fields {
		switch {
		case field.Fixed >= 0:
			fixed := shl(num(int64(field.Fixed)), field.Low)
			first, last = or(first, fixed), or(last, fixed)
		case field != f.timestamp:
			last = or(last, shl(field.Max(), field.Low))
		}
	}
	return first, last, nil
}

// snowflakeGenerator is SNOW-60 to SNOW-68.
type snowflakeGenerator struct {
	*flavour
	clock     *Clock
	base      Int
	positions *Positions
}

func (snowflake) Generator(l *Layout, config *Config, clock *Clock, _ *Random, after Int) (Generator, error) {
	g := &snowflakeGenerator{flavour: find(l), clock: clock, base: num(0)}
	if g.decodeOnly {
		return nil, refuse("decode_only")
	}
	number, err := config.number("numbered", -1)
	if err != nil {
		return nil, err
	}
	if number.Sign() >= 0 {
		// SNOW-68: the lowest field has the number's lowest bits.
		for i := len(g.node) - 1; i >= 0; i-- {
			field := g.node[i]
			if _, given := config.values[field.Name]; given {
				return nil, unsupported("numbered and %s", field.Name)
			}
			config.values[field.Name] = and(number, field.Max()).String()
			number = shr(number, field.Width)
		}
		if number.Sign() > 0 {
			return nil, refuseField("range", "node")
		}
	}
	// SNOW-66: no defaults.
	for _, field := range g.node {
		value, err := config.number(field.Name, -1)
		if err != nil {
			return nil, err
		}
		if value.Sign() < 0 {
			return nil, refuseField("missing", field.Name)
		}
		put, err := field.Put(value)
		if err != nil {
			return nil, err
		}
		g.base = or(g.base, put)
	}
	width := 0
	if g.sequence != nil {
		width = g.sequence.Width
	}
	if g.positions, err = newPositions(g.ticks, width, config); err != nil {
		return nil, err
	}
	if after != nil {
		// SNOW-64: whichever node made it.
		position := shl(g.timestamp.Get(after), width)
		if g.sequence != nil {
			position = or(position, g.sequence.Get(after))
		}
		g.positions.next = add(position, num(1))
	}
	return g, nil
}

func (g *snowflakeGenerator) Generate() (Int, error) { return one(g.Reserve(num(1))) }

func (g *snowflakeGenerator) Reserve(count Int) ([]Int, error) {
	first, err := g.positions.Take(g.clock, count)
	if err != nil {
		return nil, err
	}
	return each(first, count, func(position Int) (Int, error) {
		bits := or(g.base, shl(shr(position, g.positions.bits), g.timestamp.Low))
		if g.sequence != nil {
			bits = or(bits, shl(low(position, g.sequence.Width), g.sequence.Low))
		}
		return bits, nil
	})
}

// one is the only identifier of a block.
func one(ids []Int, err error) (Int, error) {
	if err != nil {
		return nil, err
	}
	return ids[0], nil
}
