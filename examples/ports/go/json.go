// Canonical JSON from its source text, EVENTLY-8 to EVENTLY-14. encoding/json would lose what counts:
// keys that stand twice, how a number is written, surrogates without their other half.

package main

import (
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"
	"unicode/utf16"
)

const (
	maxDepth     = 128
	maxExpansion = 16 << 20
)

// member is a key and the canonical text of its value.
type member struct{ key, value string }

// scanner reads JSON and gives each value in canonical form.
type scanner struct {
	text             string
	place            int
	depth, expansion int
	numbers          func(source string) (string, error)
	lastWins         bool
	spaced           bool // as the database prints it (EVENTLY-22)
}

func (s *scanner) fail(kind string) error { return refuseAt(kind, s.place) }

// next is the next byte. NUL is no token of JSON, so it stands for the end.
func (s *scanner) next() byte {
	if s.place < len(s.text) {
		return s.text[s.place]
	}
	return 0
}

func (s *scanner) space() {
	for s.place < len(s.text) && strings.IndexByte(" \t\n\r", s.text[s.place]) >= 0 {
		s.place++
	}
}

func (s *scanner) expect(b byte) error {
	if s.next() != b {
		return s.fail("syntax")
	}
	s.place++
	return nil
}

func (s *scanner) end() error {
	s.space()
	if s.place < len(s.text) {
		return s.fail("syntax")
	}
	return nil
}

func (s *scanner) document() (string, error) {
	s.space()
	value, err := s.value()
	if err != nil {
		return "", err
	}
	return value, s.end()
}

func (s *scanner) value() (string, error) {
	switch s.next() {
	case '"':
		content, err := s.content()
		return quote(content), err
	case '{', '[':
		if s.depth == maxDepth {
			return "", s.fail("depth")
		}
		s.depth++
		defer func() { s.depth-- }()
		if s.next() == '[' {
			return s.array()
		}
		return s.object()
	}
	for _, word := range []string{"true", "false", "null"} {
		if strings.HasPrefix(s.text[s.place:], word) {
			s.place += len(word)
			return word, nil
		}
	}
	return s.number()
}

// list is what stands between two brackets, separated by commas.
func (s *scanner) list(close byte, item func() error) error {
	s.place++
	s.space()
	for first := true; first && s.next() != close || !first; first = false {
		if err := item(); err != nil {
			return err
		}
		s.space()
		if s.next() != ',' {
			break
		}
		s.place++
		s.space()
	}
	return s.expect(close)
}

func (s *scanner) array() (string, error) {
	var items []string
	err := s.list(']', func() error {
		item, err := s.value()
		items = append(items, item)
		return err
	})
	comma := ","
	if s.spaced {
		comma = ", "
	}
	return "[" + strings.Join(items, comma) + "]", err
}

func (s *scanner) object() (string, error) {
	var members []member
	err := s.list('}', func() error {
		key, err := s.key()
		if err != nil {
			return err
		}
		value, err := s.value()
		members = append(members, member{key, value})
		return err
	})
	if err != nil {
		return "", err
	}
	if members, err = s.sorted(members); err != nil {
		return "", err
	}
	colon, comma := ":", ","
	if s.spaced {
		colon, comma = ": ", ", "
		sort.SliceStable(members, func(i, j int) bool { return len(members[i].key) < len(members[j].key) })
	}
	var parts []string
	for _, m := range members {
		parts = append(parts, quote(m.key)+colon+m.value)
	}
	return "{" + strings.Join(parts, comma) + "}", nil
}

// sorted is by code point (EVENTLY-9), which is the order of the bytes that Go compares, with each
// key once (EVENTLY-13).
func (s *scanner) sorted(members []member) ([]member, error) {
	sort.SliceStable(members, func(i, j int) bool { return members[i].key < members[j].key })
	var distinct []member
	for i, m := range members {
		if i > 0 && m.key == members[i-1].key {
			if !s.lastWins {
				return nil, refuse("duplicate_key")
			}
			distinct[len(distinct)-1] = m
			continue
		}
		distinct = append(distinct, m)
	}
	return distinct, nil
}

func (s *scanner) key() (string, error) {
	if s.next() != '"' {
		return "", s.fail("syntax")
	}
	key, err := s.content()
	if err != nil {
		return "", err
	}
	s.space()
	if err = s.expect(':'); err != nil {
		return "", err
	}
	s.space()
	return key, nil
}

// content is what a string holds; its opening quote is next.
func (s *scanner) content() (string, error) {
	s.place++
	var content strings.Builder
	for {
		switch b := s.next(); {
		case b == '"':
			s.place++
			return content.String(), nil
		case b == '\\':
			character, err := s.escape()
			if err != nil {
				return "", err
			}
			content.WriteRune(character)
		case b < ' ':
			return "", s.fail("syntax")
		default:
			content.WriteByte(b)
			s.place++
		}
	}
}

const escapes, escaped = `"\/btnfr`, "\"\\/\b\t\n\f\r"

func (s *scanner) escape() (rune, error) {
	if s.place+1 < len(s.text) {
		if i := strings.IndexByte(escapes, s.text[s.place+1]); i >= 0 {
			s.place += 2
			return rune(escaped[i]), nil
		}
	}
	unit, ok := s.unit(s.place)
	if !ok {
		return 0, s.fail("syntax")
	}
	length := 6
	if utf16.IsSurrogate(unit) {
		second, _ := s.unit(s.place + 6)
		if unit = utf16.DecodeRune(unit, second); unit == '\ufffd' {
			return 0, s.fail("lone_surrogate")
		}
		length = 12
	}
	if unit == 0 {
		return 0, s.fail("nul")
	}
	s.place += length
	return unit, nil
}

func (s *scanner) unit(place int) (rune, bool) {
	if place+6 > len(s.text) || s.text[place:place+2] != `\u` {
		return 0, false
	}
	number, err := hexAnyCase.Number(s.text[place+2:place+6], 0)
	if err != nil {
		return 0, false
	}
	return rune(number.Int64()), true
}

// quote is EVENTLY-10.
func quote(content string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, c := range content {
		i := strings.IndexRune(escaped, c)
		switch {
		case i >= 0 && c != '/':
			out.WriteByte('\\')
			out.WriteByte(escapes[i])
		case c < ' ':
			fmt.Fprintf(&out, `\u%04x`, c)
		default:
			out.WriteRune(c)
		}
	}
	out.WriteByte('"')
	return out.String()
}

func (s *scanner) number() (string, error) {
	start := s.place
	run := func() int {
		from := s.place
		for s.next() >= '0' && s.next() <= '9' {
			s.place++
		}
		return s.place - from
	}
	if s.next() == '-' {
		s.place++
	}
	zero := s.next() == '0'
	if count := run(); count == 0 || zero && count > 1 {
		return "", s.fail("syntax")
	}
	if s.next() == '.' {
		s.place++
		if run() == 0 {
			return "", s.fail("syntax")
		}
	}
	if s.next() == 'e' || s.next() == 'E' {
		s.place++
		if s.next() == '-' || s.next() == '+' {
			s.place++
		}
		if run() == 0 {
			return "", s.fail("syntax")
		}
	}
	source := s.text[start:s.place]
	written, err := s.numbers(source)
	if err != nil {
		return "", err
	}
	if longer := len(written) - len(source); longer > 0 {
		s.expansion += longer
	}
	if s.expansion > maxExpansion {
		return "", refuseAt("too_large", start)
	}
	return written, nil
}

// positional is the exact decimal value, with the scale of the source (EVENTLY-11, EVENTLY-12).
func positional(source string) (string, error) {
	sign, exponent := "", "0"
	if source[0] == '-' {
		sign, source = "-", source[1:]
	}
	if i := strings.IndexAny(source, "eE"); i >= 0 {
		exponent, source = source[i+1:], source[:i]
	}
	whole, fraction := source, ""
	if i := strings.IndexByte(source, '.'); i >= 0 {
		whole, fraction = source[:i], source[i+1:]
	}
	if len(strings.TrimLeft(strings.TrimLeft(exponent, "+-"), "0")) > 9 {
		return "", refuse("number_range")
	}
	power, err := strconv.Atoi(exponent)
	if err != nil {
		return "", refuse("number_range")
	}
	significant := strings.TrimLeft(whole+fraction, "0")
	scale := len(fraction) - power
	if scale < 0 {
		scale = 0
	}
	// How many digits stand before the point.
	before := len(significant) - len(fraction) + power
	if significant != "" && before > 131_072 || scale > 16_383 {
		return "", refuse("number_range")
	}
	if significant == "" {
		sign = ""
	} else if power > len(fraction) {
		significant += strings.Repeat("0", power-len(fraction))
	}
	if missing := scale + 1 - len(significant); missing > 0 {
		significant = strings.Repeat("0", missing) + significant
	}
	point := len(significant) - scale
	if scale == 0 {
		return sign + significant, nil
	}
	return sign + significant[:point] + "." + significant[point:], nil
}

// ecmascript is the nearest binary64, as ECMAScript prints it (EVENTLY-23).
func ecmascript(source string) (string, error) {
	value, err := strconv.ParseFloat(source, 64)
	if err != nil || math.IsInf(value, 0) {
		return "", refuse("number_range")
	}
	if value == 0 {
		return "0", nil
	}
	if size := math.Abs(value); size >= 1e-6 && size < 1e21 {
		return strconv.FormatFloat(value, 'f', -1, 64), nil
	}
	// Go writes at least two digits of exponent.
	text := strconv.FormatFloat(value, 'e', -1, 64)
	return strings.NewReplacer("e-0", "e-", "e+0", "e+").Replace(text), nil
}
