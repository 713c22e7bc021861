// KUID: k-ordered, 64 bits inside a node and 96 across nodes. Rules: crates/kuid/FORMAT.md.

package main

import (
	"fmt"
	"math/big"
)

// KUID-1
var kuidLocal = layout("kuid-local", "mega:20 second:20 fraction:10 sequence:14")

// KUID-11
var kuidDigits = digits(".0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz", "")

// kuidAlphabets are those of forms; what is read with a surplus (KUID-13) is written canonically.
var kuidAlphabets = map[string]*Digits{
	"": kuidDigits, "base64": kuidDigits, "surplus": kuidDigits, "base64url": base64url,
}

var (
	million   = num(1_000_000)
	second    = num(1e9)
	perSecond = num(977)       // KUID-2: ticks of 1,024 microseconds
	kuidTick  = num(1_024_000) // in nanoseconds
)

type kuid struct {
	plain
	drifts map[*Layout]int
}

func newKuid() kuid {
	k := kuid{plain{[]*Layout{kuidLocal}}, map[*Layout]int{}}
	for drift := 5; drift <= 10; drift++ {
		// KUID-6
		l := layout(fmt.Sprintf("kuid-global-%d", drift),
			fmt.Sprintf("mega:20 window:%d node:32 offset:%d fraction:10 sequence:14", 20-drift, drift))
		k.layouts = append(k.layouts, l)
		k.drifts[l] = drift
	}
	return k
}

// toGlobal puts the node in at bit 24 + drift (KUID-10).
func toGlobal(local, node Int, drift int) Int {
	place := 24 + drift
	return or(or(shl(shr(local, place), place+32), shl(node, place)), low(local, place))
}

// toLocal is the local identifier and the node; a local one is itself.
func toLocal(bits Int, drift int) (local, node Int) {
	if drift == 0 {
		return bits, nil
	}
	place := 24 + drift
	return or(shl(shr(bits, place+32), place), low(bits, place)), low(shr(bits, place), 32)
}

// fingerprint is the hash of a name's bytes (KUID-9); versions up to 1.3.4 add one (KUID-8).
func fingerprint(name string) Int {
	hash := uint32(0)
	for i := 0; i < len(name); i++ {
		value := uint32(name[i])
		if (value == 0xc2 || value == 0xc3) && i+1 < len(name) && name[i+1]>>6 == 0b10 {
			i++
			value = value&3<<6 | uint32(name[i]&0x3f)
		}
		hash = hash*16 + value
		hash = (hash ^ hash>>28<<4) & 0x0fffffff
	}
	return num(int64(hash))
}

// kuidTicks are counted anew in each second, without gaps (KUID-2).
type kuidTicks struct{}

func (kuidTicks) Last() Int {
	return sub(mul(mul(shl(num(1), 20), million), perSecond), num(1))
}

func (t kuidTicks) At(time Int) (Int, error) {
	if time.Sign() < 0 {
		return nil, refuseUntil("before_epoch", num(0))
	}
	tick := t.Count(time)
	if less(t.Last(), tick) {
		return nil, refuseUntil("after_end", t.Start(t.Last()))
	}
	return tick, nil
}

func (kuidTicks) Start(tick Int) Int {
	return add(mul(div(tick, perSecond), second), mul(mod(tick, perSecond), kuidTick))
}

func (kuidTicks) Count(time Int) Int {
	return add(mul(div(time, second), perSecond), div(mod(time, second), kuidTick))
}

func localAt(tick, sequence Int) Int {
	seconds := div(tick, perSecond)
	bits := or(shl(div(seconds, million), 20), mod(seconds, million))
	return or(shl(or(shl(bits, 10), mod(tick, perSecond)), 14), sequence)
}

func (k kuid) Parse(l *Layout, form, text string, _ Args) (Int, error) {
	// KUID-23
	switch form {
	case "hex":
		return hex.DecodeFixed(text, l.Bits, l.Bits/4)
	case "decimal":
		return decimal.Decode(text, l.Bits)
	}
	d, found := kuidAlphabets[form]
	if !found {
		return nil, unsupported("form %s", form)
	}
	if k.drifts[l] != 0 {
		// KUID-13: one more digit is surplus, and dropped.
		longer := form == "surplus" && len(text) == 17
		if len(text) != 16 && !longer {
			return nil, refuse("length")
		}
		number, err := d.Number(text, 0)
		if err == nil && longer {
			number = shr(number, 6)
		}
		return number, err
	}
	if len(text) != 11 {
		return nil, refuse("length")
	}
	number, err := d.Number(text, 0)
	if err != nil {
		return nil, err
	}
	// KUID-12: two zero bits on the right.
	if form != "surplus" && low(number, 2).Sign() > 0 {
		return nil, refuseAt("digit", 10)
	}
	return shr(number, 2), nil
}

func (k kuid) Write(l *Layout, form string, bits Int, _ Args) (string, error) {
	switch form {
	case "hex":
		return hex.Encode(bits, l.Bits/4), l.Check(bits)
	case "decimal":
		return decimal.Encode(bits, 1), l.Check(bits)
	}
	d, found := kuidAlphabets[form]
	if !found {
		return "", unsupported("form %s", form)
	}
	if k.drifts[l] == 0 {
		return d.Encode(shl(bits, 2), 11), l.Check(bits)
	}
	return d.Encode(bits, 16), l.Check(bits)
}

// ReadBytes reads the node's bytes first (KUID-21).
func (k kuid) ReadBytes(l *Layout, form string, bytes []byte) (Int, error) {
	if form != "node-first" || k.drifts[l] == 0 {
		return nil, unsupported("form %s", form)
	}
	if len(bytes) != 12 {
		return nil, refuse("length")
	}
	node, local := new(big.Int).SetBytes(bytes[:4]), new(big.Int).SetBytes(bytes[4:])
	return toGlobal(local, node, k.drifts[l]), nil
}

func (k kuid) WriteBytes(l *Layout, form string, bits Int) ([]byte, error) {
	if form != "node-first" || k.drifts[l] == 0 {
		return nil, unsupported("form %s", form)
	}
	local, node := toLocal(bits, k.drifts[l])
	return or(shl(node, 64), local).FillBytes(make([]byte, 12)), l.Check(bits)
}

// Time is that of all values of the fields (KUID-4), regular or not (KUID-5).
func (k kuid) Time(l *Layout, bits Int) (Int, error) {
	local, _ := toLocal(bits, k.drifts[l])
	get := func(name string) Int { return kuidLocal.Field(name).Get(local) }
	seconds := add(mul(get("mega"), million), get("second"))
	return add(mul(seconds, second), mul(get("fraction"), kuidTick)), nil
}

// Range is exact for local identifiers, whole windows for global ones (KUID-17).
func (k kuid) Range(l *Layout, instant Int) (Int, Int, error) {
	tick, err := kuidTicks{}.At(instant)
	if err != nil {
		return nil, nil, err
	}
	first, last := localAt(tick, num(0)), localAt(tick, ones(14))
	if drift := k.drifts[l]; drift != 0 {
		window := ones(24 + drift)
		first = toGlobal(sub(first, and(first, window)), num(0), drift)
		last = toGlobal(or(last, window), ones(32), drift)
	}
	return first, last, nil
}

// kuidGenerator is KUID-14 and KUID-15.
type kuidGenerator struct {
	clock     *Clock
	drift     int
	node      Int
	positions *Positions
}

func (k kuid) Generator(l *Layout, config *Config, clock *Clock, _ *Random, after Int) (Generator, error) {
	g := &kuidGenerator{clock: clock, drift: k.drifts[l]}
	var err error
	if g.drift != 0 {
		drift, err := config.number("drift", int64(g.drift))
		if err != nil {
			return nil, err
		}
		if g.drift = int(drift.Int64()); g.drift < 5 || g.drift > 10 {
			return nil, refuseField("range", "drift")
		}
		if g.node, err = nodeOf(config); err != nil {
			return nil, err
		}
	}
	if g.positions, err = newPositions(kuidTicks{}, 14, config); err != nil {
		return nil, err
	}
	if after != nil {
		local, _ := toLocal(after, g.drift)
		g.positions.next = positionAfter(local)
	}
	return g, nil
}

// positionAfter is the first whose identifier is greater, also if this one is not regular (KUID-5).
func positionAfter(local Int) Int {
	get := func(name string) Int { return kuidLocal.Field(name).Get(local) }
	mega, inside, fraction := get("mega"), get("second"), get("fraction")
	if !less(inside, million) {
		return shl(mul(mul(add(mega, num(1)), million), perSecond), 14)
	}
	seconds := add(mul(mega, million), inside)
	if !less(fraction, perSecond) {
		return shl(mul(add(seconds, num(1)), perSecond), 14)
	}
	return add(or(shl(add(mul(seconds, perSecond), fraction), 14), get("sequence")), num(1))
}

// nodeOf is given, or hashed from a name (KUID-7).
func nodeOf(config *Config) (Int, error) {
	if node, given := config.text("node"); given {
		return hex.DecodeFixed(node, 32, 8)
	}
	if name, given := config.text("name"); given {
		return add(fingerprint(name), num(1)), nil
	}
	if name, given := config.text("name_1_3_5"); given {
		return fingerprint(name), nil
	}
	return nil, unsupported("node in config")
}

func (g *kuidGenerator) Generate() (Int, error) { return one(g.Reserve(num(1))) }

func (g *kuidGenerator) Reserve(count Int) ([]Int, error) {
	first, err := g.positions.Take(g.clock, count)
	if err != nil {
		return nil, err
	}
	return each(first, count, func(position Int) (Int, error) {
		local := localAt(shr(position, 14), low(position, 14))
		if g.drift == 0 {
			return local, nil
		}
		return toGlobal(local, g.node, g.drift), nil
	})
}
