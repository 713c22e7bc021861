// Flax: 96 bits of time and randomness, in 16 characters that sort. Rules: crates/flax-id/FORMAT.md.

package main

// FLAX-1
var (
	flaxLayout    = layout("flax", "timestamp:40 random:56")
	flaxTimestamp = flaxLayout.Fields[0]
	flaxRandom    = flaxLayout.Fields[1]
)

// FLAX-2: milliseconds since 2015.
var flaxTicks = Ticks{mul(num(1_420_070_400), num(1e9)), flaxTimestamp.Max(), num(1), num(1e6)}

// FLAX-5
var flaxDigits = digits("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz", "")

type flax struct{ plain }

// Parse reads 16 digits, and nothing else (FLAX-6), or another form (FLAX-15).
func (flax) Parse(_ *Layout, form, text string, _ Args) (Int, error) {
	switch form {
	case "", "base64":
		return flaxDigits.DecodeFixed(text, 96, 16)
	case "hex":
		return hex.DecodeFixed(text, 96, 24)
	case "decimal":
		return decimal.Decode(text, 96)
	}
	return nil, unsupported("form %s", form)
}

func (flax) Write(l *Layout, form string, bits Int, _ Args) (string, error) {
	switch form {
	case "", "base64":
		return flaxDigits.Encode(bits, 16), l.Check(bits)
	case "hex":
		return hex.Encode(bits, 24), l.Check(bits)
	case "decimal":
		return decimal.Encode(bits, 1), l.Check(bits)
	}
	return "", unsupported("form %s", form)
}

func (flax) Time(_ *Layout, bits Int) (Int, error) {
	return flaxTicks.Start(flaxTimestamp.Get(bits)), nil
}

// Range is all random parts of the millisecond (FLAX-2).
func (flax) Range(_ *Layout, instant Int) (Int, Int, error) {
	tick, err := flaxTicks.At(instant)
	if err != nil {
		return nil, nil, err
	}
	first := shl(tick, flaxTimestamp.Low)
	return first, or(first, flaxRandom.Max()), nil
}

// flaxGenerator is FLAX-8, or FLAX-9 to FLAX-14 if it is monotonic.
type flaxGenerator struct {
	clock     *Clock
	random    *Random
	monotonic bool
	ahead     Int
	last      Int
}

func (flax) Generator(_ *Layout, config *Config, clock *Clock, random *Random, after Int) (Generator, error) {
	ahead, err := config.number("max_ahead", 0)
	if err != nil {
		return nil, err
	}
	_, monotonic := config.text("monotonic")
	// FLAX-13: one that goes on after an identifier keeps to its order.
	return &flaxGenerator{clock, random, monotonic || after != nil, flaxTicks.Count(ahead), after}, nil
}

func (g *flaxGenerator) tick() (Int, error) {
	now, err := g.clock.Now()
	if err != nil {
		return nil, err
	}
	return flaxTicks.At(now)
}

func (g *flaxGenerator) Generate() (Int, error) {
	tick, err := g.tick()
	if err != nil {
		return nil, err
	}
	return g.step(tick)
}

// Reserve reads the clock once for all of them.
func (g *flaxGenerator) Reserve(count Int) ([]Int, error) {
	tick, err := g.tick()
	if err != nil {
		return nil, err
	}
	return fill(count, func() (Int, error) { return g.step(tick) })
}

func (g *flaxGenerator) step(tick Int) (Int, error) {
	word, err := g.random.Word()
	if err != nil {
		return nil, err
	}
	timestamp, random := tick, shr(word, 8)
	if g.monotonic && g.last != nil && !less(flaxTimestamp.Get(g.last), tick) {
		// FLAX-10: a step of 1 to 2^32.
		timestamp = flaxTimestamp.Get(g.last)
		stepped := add(add(flaxRandom.Get(g.last), shr(word, 32)), num(1))
		if stepped.BitLen() <= flaxRandom.Width {
			random = stepped
		} else {
			// FLAX-11: spent; the next millisecond, if one may be ahead of the clock.
			timestamp = add(timestamp, num(1))
			if timestamp.BitLen() > flaxTimestamp.Width {
				return nil, refuse("exhausted")
			}
		}
		// FLAX-12
		if due := sub(timestamp, g.ahead); less(tick, due) {
			return nil, refuseUntil("wait", flaxTicks.Start(due))
		}
	}
	g.last = or(shl(timestamp, flaxTimestamp.Low), random)
	return g.last, nil
}
