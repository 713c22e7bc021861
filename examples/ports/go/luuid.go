// LUUID: 128 bits in the shape of a UUID, of a key and its group. Rules: crates/luuid/FORMAT.md.

package main

import (
	encoding "encoding/hex"
	"errors"
	"strings"
)

// LUUID-1, LUUID-2
var (
	luuidV6  = layout("luuid", "key:48 version:4=6 group:12 variant:4=10 random:60")
	luuidV8  = layout("luuid-v8", "key:48 version:4=8 group:12 variant:4=10 random:60")
	luuidKey = luuidV6.Fields[0]
)

type luuid struct{ plain }

// Check takes both versions, whatever the layout that is asked for.
func (luuid) Check(_ *Layout, bits Int) error { return checkLuuid(bits) }

func checkLuuid(bits Int) error {
	if luuidV8.Fields[1].Get(bits).Cmp(num(8)) == 0 {
		return luuidV8.Check(bits)
	}
	return luuidV6.Check(bits)
}

// groupOf is CRC-12, reflected (LUUID-4).
func groupOf(name []byte) Int {
	register := 0xfff
	for _, b := range name {
		register ^= int(b)
		for bit := 0; bit < 8; bit++ {
			if register&1 == 1 {
				register = register>>1 ^ 0xf01
			} else {
				register >>= 1
			}
		}
	}
	return num(int64(register ^ 0xfff))
}

// decodeLuuid reads a text of one form (LUUID-6, LUUID-7): all but the canonical one in either case.
func decodeLuuid(form, text string) (bits Int, err error) {
	switch form {
	case "uuid":
		bits, err = decodeUUID(hex, text, 0)
	case "upper":
		bits, err = decodeUUID(hexAnyCase, text, 0)
	case "hex":
		bits, err = hexAnyCase.DecodeFixed(text, 128, 32)
	case "braced":
		switch {
		case len(text) != 38:
			return nil, refuse("length")
		case text[0] != '{':
			return nil, refuseAt("expected", 0)
		case text[37] != '}':
			return nil, refuseAt("expected", 37)
		}
		bits, err = decodeUUID(hexAnyCase, text[1:37], 1)
	case "urn":
		switch {
		case len(text) != 45:
			return nil, refuse("length")
		case strings.ToLower(text[:9]) != "urn:uuid:":
			return nil, refuseAt("expected", 0)
		}
		bits, err = decodeUUID(hexAnyCase, text[9:], 9)
	case "published":
		bits, err = decodePublished(text)
	default:
		return nil, unsupported("form %s", form)
	}
	if err == nil {
		err = checkLuuid(bits)
	}
	return bits, err
}

// decodePublished reads 9-3-4-4-12: a UUID whose first hyphen stands one place later.
func decodePublished(text string) (Int, error) {
	switch {
	case len(text) != 36:
		return nil, refuse("length")
	case text[9] != '-':
		return nil, refuseAt("expected", 9)
	}
	bits, err := decodeUUID(hexAnyCase, text[:8]+text[9:10]+text[8:9]+text[10:], 0)
	// What stands at 8 has been looked at in place 9.
	var refused *Refused
	if errors.As(err, &refused) && refused.Index == 9 {
		refused.Index = 8
	}
	return bits, err
}

// luuidForm is the form that a text is of (LUUID-7): the length decides, and the place of the first hyphen.
func luuidForm(text string) string {
	switch {
	case len(text) == 36 && text[9] == '-' && text[8] != '-':
		return "published"
	case len(text) == 36:
		return "upper"
	case len(text) == 38:
		return "braced"
	case len(text) == 45:
		return "urn"
	}
	// Of any other length it is refused as well.
	return "hex"
}

func encodeLuuid(form string, bits Int) string {
	text := encodeUUID(bits)
	switch form {
	case "hex":
		return hex.Encode(bits, 32)
	case "upper":
		return strings.ToUpper(text)
	case "urn":
		return "urn:uuid:" + text
	case "braced":
		return "{" + text + "}"
	case "published":
		return text[:8] + text[9:10] + "-" + text[10:]
	}
	return text
}

func parseKey(text string) (Int, error) { return hex.Decode(text, 48) }

// parseKeyLenient takes one hyphen before the last three or four digits (LUUID-9).
func parseKeyLenient(text string) (Int, error) {
	head := len(text) - 4
	if head <= 0 || text[head] != '-' {
		head--
	}
	if head <= 0 || text[head] != '-' || len(text) > 13 {
		return parseKey(text)
	}
	key, err := parseKey(text[:head] + text[head+1:])
	var refused *Refused
	if errors.As(err, &refused) && refused.Kind == "digit" && refused.Index >= head {
		refused.Index++
	}
	return key, err
}

// parsePrefix reads the 18 characters without leading zeros and hyphens (LUUID-10).
func parsePrefix(text string) (Int, error) {
	if len(text) < 6 || len(text) > 18 {
		return nil, refuse("length")
	}
	if text[0] == '-' {
		return nil, refuseAt("digit", 0)
	}
	missing := 18 - len(text)
	whole := "00000000-0000-0000"[:missing] + text
	for i := missing; i < len(whole); i++ {
		if isHyphen(i) && whole[i] != '-' {
			return nil, refuseAt("expected", i-missing)
		}
		if !isHyphen(i) && hex.values[whole[i]] < 0 {
			return nil, refuseAt("digit", i-missing)
		}
	}
	bits, err := hex.Number(strings.ReplaceAll(whole, "-", ""), 0)
	if err != nil {
		return nil, err
	}
	written, err := writePrefix(bits)
	if err == nil && written != text {
		err = refuseAt("leading_zero", 0)
	}
	return bits, err
}

func writePrefix(bits Int) (string, error) {
	if err := checkLuuid(or(shl(bits, 64), shl(num(10), 60))); err != nil {
		return "", err
	}
	text := encodeUUID(shl(bits, 64))[:18]
	short := strings.TrimLeft(text, "0-")
	// Of the key's digits at least the last one stays.
	if least := len("0-6000"); len(short) < least {
		short = text[len(text)-least:]
	}
	return short, nil
}

func (luuid) Parse(_ *Layout, form, text string, _ Args) (Int, error) {
	switch form {
	case "":
		return decodeLuuid("uuid", text)
	case "lenient":
		return decodeLuuid(luuidForm(text), text)
	case "key":
		return parseKey(text)
	case "key_lenient":
		return parseKeyLenient(text)
	case "group":
		return hex.DecodeFixed(text, 12, 3)
	case "name":
		return groupOf([]byte(text)), nil
	case "name_hex":
		name, err := encoding.DecodeString(text)
		return groupOf(name), err
	case "prefix":
		return parsePrefix(text)
	}
	return decodeLuuid(form, text)
}

func (luuid) Write(_ *Layout, form string, bits Int, _ Args) (string, error) {
	switch form {
	case "", "lenient", "uuid", "upper", "hex", "urn", "braced", "published":
		if err := checkLuuid(bits); err != nil {
			return "", err
		}
		return encodeLuuid(form, bits), nil
	case "key", "key_lenient", "group", "name", "name_hex", "prefix":
		if _, err := fits(bits, 64); err != nil {
			return "", err
		}
	}
	switch form {
	case "key", "key_lenient":
		_, err := luuidKey.Put(bits)
		return hex.Encode(bits, 1), err
	case "group", "name", "name_hex":
		_, err := luuidV6.Field("group").Put(bits)
		return hex.Encode(bits, 3), err
	case "prefix":
		return writePrefix(bits)
	}
	return "", unsupported("form %s", form)
}

// luuidGenerator is LUUID-11 to LUUID-14.
type luuidGenerator struct {
	*Layout
	random           *Random
	group, next, end Int
}

func (luuid) Generator(l *Layout, config *Config, _ *Clock, random *Random, after Int) (Generator, error) {
	g := &luuidGenerator{Layout: l, random: random}
	var err error
	if g.group, err = config.number("group", 0); err != nil {
		return nil, err
	}
	if _, err = l.Field("group").Put(g.group); err != nil {
		return nil, err
	}
	// LUUID-12: key 0 is never given.
	if g.next, err = config.number("start", 1); err != nil {
		return nil, err
	}
	g.next = larger(g.next, num(1))
	if g.end, err = config.number("end", 1<<48); err != nil {
		return nil, err
	}
	if _, err = luuidKey.Put(larger(sub(g.end, num(1)), num(0))); err != nil {
		return nil, err
	}
	// LUUID-14: only upwards.
	rebase, err := config.number("rebase", 0)
	if err != nil {
		return nil, err
	}
	if _, err = luuidKey.Put(rebase); err != nil {
		return nil, err
	}
	g.next = larger(g.next, add(rebase, num(1)))
	if after != nil {
		g.next = larger(g.next, add(luuidKey.Get(after), num(1)))
	}
	return g, nil
}

// Generate draws the word first, so that a source that fails costs no key (LUUID-13).
func (g *luuidGenerator) Generate() (Int, error) {
	word, err := g.random.Word()
	if err != nil {
		return nil, err
	}
	if !less(g.next, g.end) {
		return nil, refuse("exhausted")
	}
	key := g.next
	g.next = add(g.next, num(1))
	return g.Pack(map[string]Int{"key": key, "group": g.group, "random": shr(word, 4)})
}

func (g *luuidGenerator) Reserve(count Int) ([]Int, error) { return fill(count, g.Generate) }
