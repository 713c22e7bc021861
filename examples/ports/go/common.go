// What the formats share: refusals, layouts, positional digits, positions in time.

package main

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// Int is an identifier, an instant or a position: a whole number of any size, never changed in
// place once it is shared.
type Int = *big.Int

// Refused says that the format refuses: a kind, and what it names (docs/vectors/README.md).
type Refused struct {
	Kind  string
	Index int // -1 if it points at no byte
	Field string
	Until Int
}

func (r *Refused) Error() string { return r.Kind }

func refuse(kind string) *Refused             { return &Refused{Kind: kind, Index: -1} }
func refuseAt(kind string, at int) *Refused   { return &Refused{Kind: kind, Index: at} }
func refuseField(kind, field string) *Refused { return &Refused{Kind: kind, Index: -1, Field: field} }
func refuseUntil(kind string, until Int) *Refused {
	return &Refused{Kind: kind, Index: -1, Until: until}
}

// Unsupported says that this port does not have what is asked for.
type Unsupported string

func (u Unsupported) Error() string { return "no " + string(u) }

func unsupported(format string, values ...any) error {
	return Unsupported(fmt.Sprintf(format, values...))
}

// Arithmetic, as functions that leave their arguments alone.

func num(n int64) Int          { return big.NewInt(n) }
func add(a, b Int) Int         { return new(big.Int).Add(a, b) }
func sub(a, b Int) Int         { return new(big.Int).Sub(a, b) }
func mul(a, b Int) Int         { return new(big.Int).Mul(a, b) }
func div(a, b Int) Int         { return new(big.Int).Div(a, b) }
func mod(a, b Int) Int         { return new(big.Int).Mod(a, b) }
func and(a, b Int) Int         { return new(big.Int).And(a, b) }
func or(a, b Int) Int          { return new(big.Int).Or(a, b) }
func shl(a Int, n int) Int     { return new(big.Int).Lsh(a, uint(n)) }
func shr(a Int, n int) Int     { return new(big.Int).Rsh(a, uint(n)) }
func less(a, b Int) bool       { return a.Cmp(b) < 0 }
func ones(width int) Int       { return sub(shl(num(1), width), num(1)) }
func low(a Int, width int) Int { return and(a, ones(width)) }

func smaller(a, b Int) Int {
	if less(a, b) {
		return a
	}
	return b
}

func larger(a, b Int) Int {
	if less(a, b) {
		return b
	}
	return a
}

func fits(number Int, width int) (Int, error) {
	if number.BitLen() > width {
		return nil, refuse("too_large")
	}
	return number, nil
}

// Field is some bits of a number. One that is fixed has one value only.
type Field struct {
	Name       string
	Width, Low int
	Fixed      int // -1 if it is not
}

// Get is the field's value in a number.
func (f *Field) Get(bits Int) Int { return low(shr(bits, f.Low), f.Width) }

// Max is the field's largest value.
func (f *Field) Max() Int { return ones(f.Width) }

// Put is a value in the field's place.
func (f *Field) Put(value Int) (Int, error) {
	if value.BitLen() > f.Width {
		return nil, refuseField("range", f.Name)
	}
	return shl(value, f.Low), nil
}

// Layout is fields that cover every bit of a number once, most significant first.
type Layout struct {
	Name   string
	Bits   int
	Fields []*Field
}

// layout makes one from columns like "timestamp:41", top down; "sign:1=0" is fixed to 0.
func layout(name string, columns string) *Layout {
	l := &Layout{Name: name}
	for _, column := range strings.Fields(columns) {
		f := &Field{Fixed: -1}
		colon := strings.Index(column, ":")
		f.Name = column[:colon]
		if n, _ := fmt.Sscanf(column[colon+1:], "%d=%d", &f.Width, &f.Fixed); n < 2 {
			f.Fixed = -1
		}
		l.Bits += f.Width
		l.Fields = append(l.Fields, f)
	}
	place := l.Bits
	for _, f := range l.Fields {
		place -= f.Width
		f.Low = place
	}
	return l
}

// Field is the field of a name, nil if there is none.
func (l *Layout) Field(name string) *Field {
	for _, f := range l.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Check refuses a number that is not an identifier of this layout.
func (l *Layout) Check(bits Int) error {
	if _, err := fits(bits, l.Bits); err != nil {
		return err
	}
	for _, f := range l.Fields {
		if f.Fixed >= 0 && f.Get(bits).Cmp(num(int64(f.Fixed))) != 0 {
			return refuseField("fixed", f.Name)
		}
	}
	return nil
}

// Pack makes a number of a value for each field that is not fixed.
func (l *Layout) Pack(values map[string]Int) (Int, error) {
	bits, used := num(0), 0
	for _, f := range l.Fields {
		value, given := values[f.Name]
		if f.Fixed >= 0 {
			value = num(int64(f.Fixed))
		} else if !given {
			return nil, refuseField("missing", f.Name)
		} else {
			used++
		}
		put, err := f.Put(value)
		if err != nil {
			return nil, err
		}
		bits = or(bits, put)
	}
	if used < len(values) {
		return nil, unsupported("such field to set")
	}
	return bits, nil
}

// Digits is positional notation in an alphabet. Aliases are read as digits, but never written.
type Digits struct {
	Alphabet string
	values   [256]int
}

// digits makes one; aliases are pairs of an alias and its digit.
func digits(alphabet, aliases string) *Digits {
	d := &Digits{Alphabet: alphabet}
	for i := range d.values {
		d.values[i] = strings.IndexByte(alphabet, byte(i))
	}
	for i := 0; i < len(aliases); i += 2 {
		if d.values[aliases[i]] < 0 {
			d.values[aliases[i]] = d.values[aliases[i+1]]
		}
	}
	return d
}

func (d *Digits) base() Int { return num(int64(len(d.Alphabet))) }

// Width is the most digits that a number of this number of bits has.
func (d *Digits) Width(bits int) int {
	width := 0
	for most := ones(bits); most.Sign() > 0; most = div(most, d.base()) {
		width++
	}
	return width
}

// Encode writes at least width digits.
func (d *Digits) Encode(number Int, width int) string {
	var text []byte
	for ; number.Sign() > 0; number = div(number, d.base()) {
		text = append(text, d.Alphabet[mod(number, d.base()).Int64()])
	}
	for len(text) < width {
		text = append(text, d.Alphabet[0])
	}
	for i, j := 0, len(text)-1; i < j; i, j = i+1, j-1 {
		text[i], text[j] = text[j], text[i]
	}
	return string(text)
}

// Number reads any digits, of which the first stands at start in the whole text.
func (d *Digits) Number(text string, start int) (Int, error) {
	number := num(0)
	for i := 0; i < len(text); i++ {
		value := d.values[text[i]]
		if value < 0 {
			return nil, refuseAt("digit", start+i)
		}
		number = add(mul(number, d.base()), num(int64(value)))
	}
	return number, nil
}

// DecodeFixed reads a number that is written with exactly width digits.
func (d *Digits) DecodeFixed(text string, bits, width int) (Int, error) {
	if len(text) != width {
		return nil, refuse("length")
	}
	number, err := d.Number(text, 0)
	if err != nil {
		return nil, err
	}
	return fits(number, bits)
}

// Decode reads a number that is written without leading zeros; zero is one digit.
func (d *Digits) Decode(text string, bits int) (Int, error) {
	if len(text) < 1 || len(text) > d.Width(bits) {
		return nil, refuse("length")
	}
	number, err := d.Number(text, 0)
	if err != nil {
		return nil, err
	}
	if len(text) > 1 && d.values[text[0]] == 0 {
		return nil, refuseAt("leading_zero", 0)
	}
	return fits(number, bits)
}

const (
	letters    = "abcdefghijklmnopqrstuvwxyz"
	upper      = "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz"
	crockford  = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	crockLower = "aAbBcCdDeEfFgGhHjJkKmMnNpPqQrRsStTvVwWxXyYzZ"
)

var (
	decimal    = digits("0123456789", "")
	octal      = digits("01234567", "")
	hex        = digits("0123456789abcdef", "")
	hexAnyCase = digits("0123456789abcdef", "AaBbCcDdEeFf")
	base32     = digits(letters+"234567", "")
	base64url  = digits(strings.ToUpper(letters)+letters+"0123456789-_", "")
)

func isHyphen(index int) bool { return index == 8 || index == 13 || index == 18 || index == 23 }

// decodeUUID reads 36 characters in the shape of a UUID.
func decodeUUID(d *Digits, text string, start int) (Int, error) {
	if len(text) != 36 {
		return nil, refuse("length")
	}
	for i := 0; i < len(text); i++ {
		if isHyphen(i) && text[i] != '-' {
			return nil, refuseAt("expected", start+i)
		}
		if !isHyphen(i) && d.values[text[i]] < 0 {
			return nil, refuseAt("digit", start+i)
		}
	}
	return d.Number(strings.ReplaceAll(text, "-", ""), 0)
}

func encodeUUID(bits Int) string {
	d := hex.Encode(bits, 32)
	return strings.Join([]string{d[:8], d[8:12], d[12:16], d[16:20], d[20:]}, "-")
}

// Clocked counts time in ticks; all times are whole nanoseconds since the Unix epoch.
type Clocked interface {
	At(time Int) (Int, error)
	Start(tick Int) Int
	Count(time Int) Int
	Last() Int
}

// Ticks is a count of units since an epoch: ticks of them take span nanoseconds.
type Ticks struct {
	epoch, last, ticks, span Int
}

// At is the tick of an instant.
func (t Ticks) At(time Int) (Int, error) {
	if less(time, t.epoch) {
		return nil, refuseUntil("before_epoch", t.epoch)
	}
	tick := div(mul(sub(time, t.epoch), t.ticks), t.span)
	if less(t.last, tick) {
		return nil, refuseUntil("after_end", t.Start(t.last))
	}
	return tick, nil
}

// Start is rounded up, so that the start of a tick is in the tick.
func (t Ticks) Start(tick Int) Int {
	return add(t.epoch, div(add(mul(tick, t.span), sub(t.ticks, num(1))), t.ticks))
}

// Count is the whole ticks in a span of time.
func (t Ticks) Count(time Int) Int { return div(mul(time, t.ticks), t.span) }

// Last is the last tick.
func (t Ticks) Last() Int { return t.last }

// Positions is the order inside a generator: a tick and a number inside it, as one number that only
// grows. next is the first that has not been given. Nothing else is remembered, so that a clock that
// steps back is no special case.
type Positions struct {
	ticks                   Clocked
	bits                    int
	next, ahead, roll, last Int
}

func newPositions(ticks Clocked, bits int, config *Config) (*Positions, error) {
	p := &Positions{ticks: ticks, bits: bits, next: num(0), ahead: num(0)}
	ahead, err := config.number("max_ahead", 0)
	if err != nil {
		return nil, err
	}
	p.ahead = ticks.Count(ahead)
	rolling, err := config.number("rolling", 0)
	if err != nil {
		return nil, err
	}
	p.roll = ones(int(smaller(rolling, num(int64(bits))).Int64()))
	// A position has 64 bits, and the very last of them is not given.
	p.last = smaller(ticks.Last(), ones(64-bits))
	return p, nil
}

// Take returns the first of count consecutive positions, or refuses and changes nothing.
func (p *Positions) Take(clock *Clock, count Int) (Int, error) {
	now, err := clock.Now()
	if err != nil {
		return nil, err
	}
	tick, err := p.ticks.At(now)
	if err != nil {
		return nil, err
	}
	if less(p.last, tick) {
		return nil, refuseUntil("after_end", p.ticks.Start(p.last))
	}
	first := larger(p.next, or(shl(tick, p.bits), and(p.next, p.roll)))
	end := add(first, count)
	if less(p.top(tick), end) {
		if less(sub(p.top(num(0)), p.roll), count) {
			return nil, refuse("too_many")
		}
		lastTick := shr(sub(end, num(1)), p.bits)
		if less(p.last, lastTick) || end.BitLen() > 64 {
			return nil, refuse("exhausted")
		}
		return nil, refuseUntil("wait", p.ticks.Start(larger(sub(lastTick, p.ahead), num(0))))
	}
	p.next = end
	return first, nil
}

// top is one past the last position that may be given in a tick of the clock.
func (p *Positions) top(tick Int) Int {
	last := smaller(add(tick, p.ahead), p.last)
	return smaller(shl(add(last, num(1)), p.bits), ones(64))
}

// Config is a generator's configuration: what has been read is no longer in it.
type Config struct {
	values map[string]string
}

func (c *Config) text(key string) (string, bool) {
	value, given := c.values[key]
	delete(c.values, key)
	return value, given
}

func (c *Config) number(key string, otherwise int64) (Int, error) {
	text, given := c.text(key)
	if !given {
		return num(otherwise), nil
	}
	return integer(text)
}

// Clock is one that a script sets, in nanoseconds since the Unix epoch.
type Clock struct {
	Reading Int
}

// Now is what the clock reads.
func (c *Clock) Now() (Int, error) {
	if c.Reading.Sign() < 0 {
		return nil, refuseUntil("before_epoch", num(0))
	}
	return c.Reading, nil
}

// Random gives its bytes and then fails.
type Random struct {
	bytes []byte
}

// Word is 64 bits, the first byte least significant.
func (r *Random) Word() (Int, error) {
	if len(r.bytes) < 8 {
		return nil, refuse("entropy")
	}
	word := num(0)
	for i := 7; i >= 0; i-- {
		word = or(shl(word, 8), num(int64(r.bytes[i])))
	}
	r.bytes = r.bytes[8:]
	return word, nil
}

// Generator gives identifiers, one or a block.
type Generator interface {
	Generate() (Int, error)
	Reserve(count Int) ([]Int, error)
}

// fill returns as many as are available now: a refusal counts only if there is none at all.
func fill(count Int, generate func() (Int, error)) ([]Int, error) {
	var ids []Int
	for i := num(0); less(i, count); i = add(i, num(1)) {
		id, err := generate()
		var refused *Refused
		if errors.As(err, &refused) && len(ids) > 0 {
			break
		}
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// each makes an identifier of each position of a run.
func each(first, count Int, make func(position Int) (Int, error)) ([]Int, error) {
	var ids []Int
	for i := num(0); less(i, count); i = add(i, num(1)) {
		id, err := make(add(first, i))
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// Args is what a form is told, by name.
type Args map[string]string

// Format is what the responder asks of each.
type Format interface {
	// Layout is the layout of a name, nil if there is none.
	Layout(name string) *Layout
	// Check refuses a number that is not an identifier.
	Check(l *Layout, bits Int) error
	Parse(l *Layout, form, text string, args Args) (Int, error)
	Write(l *Layout, form string, bits Int, args Args) (string, error)
	// Args are the names of what a form is told; those with a question mark may be missing.
	Args(form string) string
	ReadBytes(l *Layout, form string, bytes []byte) (Int, error)
	WriteBytes(l *Layout, form string, bits Int) ([]byte, error)
	Pack(l *Layout, values map[string]Int) (Int, error)
	Time(l *Layout, bits Int) (Int, error)
	Range(l *Layout, instant Int) (first, last Int, err error)
	Generator(l *Layout, config *Config, clock *Clock, random *Random, after Int) (Generator, error)
}

// plain has what most formats do alike, and says that it has not what they do not.
type plain struct {
	layouts []*Layout
}

func (p plain) Layout(name string) *Layout {
	if name == "" && len(p.layouts) == 1 {
		return p.layouts[0]
	}
	for _, l := range p.layouts {
		if l.Name == name {
			return l
		}
	}
	return nil
}

func (plain) Check(l *Layout, bits Int) error { return l.Check(bits) }

func (plain) Args(string) string { return "" }

func (plain) ReadBytes(_ *Layout, form string, _ []byte) (Int, error) {
	return nil, unsupported("form %s", form)
}

func (plain) WriteBytes(_ *Layout, form string, _ Int) ([]byte, error) {
	return nil, unsupported("form %s", form)
}

func (plain) Pack(l *Layout, values map[string]Int) (Int, error) { return l.Pack(values) }

func (plain) Time(*Layout, Int) (Int, error) { return nil, unsupported("time") }

func (plain) Range(*Layout, Int) (Int, Int, error) { return nil, nil, unsupported("time") }

func (plain) Generator(*Layout, *Config, *Clock, *Random, Int) (Generator, error) {
	return nil, unsupported("generator")
}
