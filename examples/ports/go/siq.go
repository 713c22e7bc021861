// SIQ: 112 bits of time, shard, domain, serial number and kind. Rules: crates/siq/FORMAT.md.

package main

import (
	"crypto/sha256"
	"hash/crc32"
	"math/big"
	"strconv"
	"strings"
)

// SIQ-1
const siqHead = "seconds:40 fraction:16 shard:8 domain:32 "

var siqLayouts = []*Layout{
	layout("siq", siqHead+"tail:16"),
	layout("siq-3", siqHead+"serial:13 qualifier:3"),
	layout("siq-4", siqHead+"serial:12 qualifier:4"),
	layout("siq-5", siqHead+"serial:11 qualifier:5"),
}

// SIQ-2: 1/65536 s, in 56 bits.
var siqTicks = Ticks{num(0), ones(56), num(65_536), num(1e9)}

// siqKinds are the codes, whose lengths count (SIQ-7).
var siqKinds = map[string]string{
	"ternary": "001", "multi": "011", "manytomany": "101", "content": "111",
	"thread": "0110", "message": "1110",
	"user": "00000", "tag": "00010", "group": "00100", "event": "01000", "channel": "01010",
	"invite": "01100", "application": "10000", "unassigned10010": "10010", "collection": "10100",
	"premium": "11000", "unassigned11010": "11010", "unassigned11100": "11100",
}

var (
	siqAnyCase   = digits(letters+"234567", upper)
	siqCrockford = digits(crockford, crockLower)
	siqUUID      = layout("siq-uuid", "zero:10=0 high:38 version:4=8 middle:12 variant:2=2 low:62")
)

// kind is a qualifier: its code and how many bits that has.
type kind struct {
	width int
	code  Int
}

func kindOf(name string) (kind, error) {
	code, found := siqKinds[name]
	if !found {
		return kind{}, refuse("unknown")
	}
	value, err := strconv.ParseInt(code, 2, 64)
	return kind{len(code), num(value)}, err
}

// domainHash is SIQ-5.
func domainHash(name string) (Int, error) {
	for i := 0; i < len(name); i++ {
		if name[i] > 0x7f {
			return nil, refuseAt("digit", i)
		}
	}
	if name == "" || name == "0" {
		return num(0), nil
	}
	hash := sha256.Sum256([]byte(name))
	return new(big.Int).SetBytes(hash[28:]), nil
}

// withLocalID puts eight bits in the place of the highest of the hash (SIQ-6).
func withLocalID(name, localID string) (Int, error) {
	hash, err := domainHash(name)
	if err != nil || hash.Sign() == 0 {
		return hash, err
	}
	id, err := decimal.Decode(localID, 8)
	if err != nil {
		return nil, unsupported("local id %q", localID)
	}
	return or(low(hash, 24), shl(id, 24)), nil
}

func siqOf(tick, shard, domain, tail Int) Int {
	return or(or(shl(tick, 56), shl(shard, 48)), or(shl(domain, 16), tail))
}

func siqChecksum(bits Int) Int {
	return num(int64(crc32.ChecksumIEEE(bits.FillBytes(make([]byte, 14)))))
}

// checked is a zero, the checksum of the 14 bytes, and the number (SIQ-14).
func checked(bits Int) string {
	return base32.Encode(or(shl(siqChecksum(bits), 112), bits), 29)
}

func readChecked(d *Digits, text string, start int) (Int, error) {
	if len(text) != 29 {
		return nil, refuse("length")
	}
	number, err := d.Number(text, start)
	if err != nil {
		return nil, err
	}
	if number.BitLen() > 144 {
		return nil, refuseAt("digit", start)
	}
	bits := low(number, 112)
	if shr(number, 112).Cmp(siqChecksum(bits)) != 0 {
		return nil, refuse("checksum")
	}
	return bits, nil
}

// siqDomain is what domains of handles are of.
const siqDomain = letters + "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:[]"

// onlyOf is whether a text is of these characters alone, and of one at least.
func onlyOf(characters, text string) bool {
	return text != "" && strings.Trim(text, characters) == ""
}

// readHandle is SIQ-16.
func readHandle(text string) (Int, error) {
	if !strings.HasPrefix(text, "@") {
		return nil, refuseAt("expected", 0)
	}
	end := len(text)
	if end > 30 {
		end = 30
	}
	bits, err := readChecked(base32, text[1:end], 1)
	if err != nil || len(text) == 30 {
		return bits, err
	}
	if text[30] != '@' && text[30] != ':' {
		return nil, refuseAt("expected", 30)
	}
	if len(text) == 31 {
		return nil, refuseAt("expected", 31)
	}
	for i := 31; i < len(text); i++ {
		if strings.IndexByte(siqDomain, text[i]) < 0 {
			return nil, refuseAt("expected", i)
		}
	}
	return bits, nil
}

// readSiqUUID is SIQ-20.
func readSiqUUID(text string) (Int, error) {
	number, err := decodeUUID(hex, text, 0)
	if err == nil {
		err = siqUUID.Check(number)
	}
	if err != nil {
		return nil, err
	}
	get := func(name string) Int { return siqUUID.Field(name).Get(number) }
	return or(or(shl(get("high"), 74), shl(get("middle"), 62)), get("low")), nil
}

func writeSiqUUID(bits Int) (string, error) {
	number, err := siqUUID.Pack(map[string]Int{
		"high": shr(bits, 74), "middle": low(shr(bits, 62), 12), "low": low(bits, 62),
	})
	if err != nil {
		return "", err
	}
	return encodeUUID(number), nil
}

// readCrockford reads zero from the empty text (SIQ-12).
func readCrockford(text string, start int) (Int, error) {
	if text == "" {
		return num(0), nil
	}
	if len(text) > 23 {
		return nil, refuse("length")
	}
	number, err := siqCrockford.Number(text, start)
	if err != nil {
		return nil, err
	}
	if text[0] == '0' {
		return nil, refuseAt("leading_zero", start)
	}
	return fits(number, 112)
}

type siq struct{ plain }

var siqForms = []string{
	"", "did", "uri", "decimal", "hex", "octal", "base64", "base32", "crockford", "crockford0", "mastodon",
	"matrix", "uuid", "snowflake", "ulid",
}

// Args are the names of what forms are told.
func (siq) Args(form string) string {
	return map[string]string{
		"mastodon": "domain?", "matrix": "domain", "domain": "local_id?",
		"snowflake": "epoch domain kind", "ulid": "domain kind",
	}[form]
}

func (siq) Parse(_ *Layout, form, text string, args Args) (Int, error) {
	switch form {
	case "", "did":
		const prefix = "did:siq:"
		for i := range prefix {
			if i >= len(text) || text[i] != prefix[i] {
				return nil, refuseAt("expected", i)
			}
		}
		return readChecked(siqAnyCase, text[len(prefix):], len(prefix))
	case "uri":
		return readChecked(siqAnyCase, text, 0)
	case "decimal":
		return decimal.Decode(text, 112)
	case "hex":
		return hex.Decode(text, 112)
	case "octal":
		return octal.Decode(text, 112)
	case "base64": // the digits of 15 bytes (SIQ-11)
		return base64url.DecodeFixed(text, 112, 20)
	case "base32":
		return base32.DecodeFixed(text, 112, 24)
	case "crockford":
		return readCrockford(text, 0)
	case "crockford0":
		if !strings.HasPrefix(text, "0") {
			return nil, refuseAt("expected", 0)
		}
		return readCrockford(text[1:], 1)
	case "mastodon", "matrix":
		return readHandle(text)
	case "uuid":
		return readSiqUUID(text)
	case "domain":
		if id, told := args["local_id"]; told {
			return withLocalID(text, id)
		}
		return domainHash(text)
	case "snowflake":
		return fromSnowflake(text, args["epoch"], args["domain"], args["kind"])
	case "ulid":
		return fromUlid(text, args["domain"], args["kind"])
	}
	return nil, unsupported("form %s", form)
}

func (siq) Write(_ *Layout, form string, bits Int, args Args) (string, error) {
	if form == "domain" {
		_, err := fits(bits, 32)
		return hex.Encode(bits, 8), err
	}
	if !contains(siqForms, form) {
		return "", unsupported("form %s", form)
	}
	domain, told := args["domain"]
	if told && !onlyOf(siqDomain, domain) {
		return "", unsupported("domain %q", domain)
	}
	if _, err := fits(bits, 112); err != nil {
		return "", err
	}
	switch form {
	case "", "did", "snowflake", "ulid":
		return "did:siq:" + checked(bits), nil
	case "uri":
		return checked(bits), nil
	case "decimal":
		return decimal.Encode(bits, 1), nil
	case "hex":
		return hex.Encode(bits, 1), nil
	case "octal":
		return octal.Encode(bits, 1), nil
	case "base64":
		return base64url.Encode(bits, 20), nil
	case "base32":
		return base32.Encode(bits, 24), nil
	case "crockford":
		return siqCrockford.Encode(bits, 0), nil
	case "crockford0":
		return "0" + siqCrockford.Encode(bits, 0), nil
	case "mastodon":
		if told {
			return "@" + checked(bits) + "@" + domain, nil
		}
		return "@" + checked(bits), nil
	case "matrix":
		return "@" + checked(bits) + ":" + domain, nil
	}
	return writeSiqUUID(bits)
}

// ReadBytes is SIQ-17.
func (siq) ReadBytes(_ *Layout, form string, bytes []byte) (Int, error) {
	if form != "bytes16" {
		return nil, unsupported("form %s", form)
	}
	if len(bytes) != 16 {
		return nil, refuse("length")
	}
	return fits(new(big.Int).SetBytes(bytes), 112)
}

func (siq) WriteBytes(l *Layout, form string, bits Int) ([]byte, error) {
	if form != "bytes16" {
		return nil, unsupported("form %s", form)
	}
	if err := l.Check(bits); err != nil {
		return nil, err
	}
	return bits.FillBytes(make([]byte, 16)), nil
}

// Pack takes a qualifier only if it has as many bits as its code says (SIQ-8).
func (siq) Pack(l *Layout, values map[string]Int) (Int, error) {
	bits, err := l.Pack(values)
	if err != nil {
		return nil, err
	}
	if f := l.Field("qualifier"); f != nil && f.Width != qualifierWidth(bits) {
		return nil, refuseField("range", "qualifier")
	}
	return bits, nil
}

func qualifierWidth(bits Int) int {
	switch {
	case bits.Bit(0) == 1:
		return 3
	case low(bits, 3).Cmp(num(0b110)) == 0:
		return 4
	}
	return 5
}

func (siq) Time(_ *Layout, bits Int) (Int, error) { return siqTicks.Start(shr(bits, 56)), nil }

// Range is SIQ-19.
func (siq) Range(_ *Layout, instant Int) (Int, Int, error) {
	tick, err := siqTicks.At(instant)
	if err != nil {
		return nil, nil, err
	}
	return shl(tick, 56), or(shl(tick, 56), ones(56)), nil
}

// another reads what a migration needs: a number, a domain, a qualifier.
func another(text string, bits int, name, qualifier string) (number, domain Int, k kind, err error) {
	if number, err = decimal.Decode(text, bits); err != nil {
		return nil, nil, k, unsupported("number %q", text)
	}
	if domain, err = domainHash(name); err != nil {
		return nil, nil, k, err
	}
	k, err = kindOf(qualifier)
	return number, domain, k, err
}

// fromSnowflake is SIQ-25.
func fromSnowflake(text, epoch, name, qualifier string) (Int, error) {
	number, domain, k, err := another(text, 64, name, qualifier)
	if err != nil {
		return nil, err
	}
	since, err := decimal.Decode(epoch, 128)
	if err != nil {
		return nil, unsupported("epoch %q", epoch)
	}
	tick, err := siqTicks.At(add(since, mul(shr(number, 22), num(1e6))))
	if err != nil {
		return nil, err
	}
	later, sequence := low(shr(number, 20), 2), low(number, 12)
	if k.width == 5 {
		// The serial number has 11 bits: the highest of the sequence goes to the time.
		later = or(shl(later, 1), shr(sequence, 11))
	}
	if tick = add(tick, later); less(siqTicks.last, tick) {
		return nil, refuseUntil("after_end", siqTicks.Start(siqTicks.last))
	}
	tail := low(or(shl(sequence, k.width), k.code), 16)
	return siqOf(tick, low(shr(number, 12), 8), domain, tail), nil
}

// fromUlid is SIQ-26.
func fromUlid(text, name, qualifier string) (Int, error) {
	number, domain, k, err := another(text, 128, name, qualifier)
	if err != nil {
		return nil, err
	}
	tick := add(div(shl(shr(number, 80), 16), num(1000)), low(shr(number, 74), 6))
	tail := or(shl(shr(low(shr(number, 50), 16), k.width), k.width), k.code)
	return siqOf(tick, low(shr(number, 66), 8), domain, tail), nil
}

// siqGenerator is SIQ-21 to SIQ-24.
type siqGenerator struct {
	clock         *Clock
	domain, shard Int
	kind          kind
	positions     *Positions
}

func (siq) Generator(_ *Layout, config *Config, clock *Clock, _ *Random, after Int) (Generator, error) {
	g := &siqGenerator{clock: clock}
	name, _ := config.text("domain")
	qualifier, _ := config.text("kind")
	var err error
	if g.domain, err = domainHash(name); err != nil {
		return nil, err
	}
	if g.shard, err = config.number("shard", -1); err != nil {
		return nil, err
	}
	if g.shard.Sign() < 0 {
		return nil, unsupported("shard in config")
	}
	if _, err = siqLayouts[0].Field("shard").Put(g.shard); err != nil {
		return nil, err
	}
	if g.kind, err = kindOf(qualifier); err != nil {
		return nil, err
	}
	if g.positions, err = newPositions(siqTicks, 16-g.kind.width, config); err != nil {
		return nil, err
	}
	if after != nil {
		// SIQ-23
		serial := shr(low(after, 16), g.kind.width)
		g.positions.next = add(or(shl(shr(after, 56), g.positions.bits), serial), num(1))
	}
	return g, nil
}

func (g *siqGenerator) Generate() (Int, error) { return one(g.Reserve(num(1))) }

func (g *siqGenerator) Reserve(count Int) ([]Int, error) {
	first, err := g.positions.Take(g.clock, count)
	if err != nil {
		return nil, err
	}
	return each(first, count, func(position Int) (Int, error) {
		serial := low(position, g.positions.bits)
		tail := or(shl(serial, g.kind.width), g.kind.code)
		return siqOf(shr(position, g.positions.bits), g.shard, g.domain, tail), nil
	})
}
