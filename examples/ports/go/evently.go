// Evently: ids of events, the canonical form that they cover, ledgers. Rules: crates/evently-id/FORMAT.md.

package main

import (
	"errors"
	"fmt"
	"hash/crc32"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// EVENTLY-1
var (
	eventlyLayout    = layout("evently", "sign:1=0 timestamp:63 checksum:32 ledger:30 version:2")
	eventlyTimestamp = eventlyLayout.Field("timestamp")
)

var hexUpper = digits("0123456789ABCDEF", "")

// EVENTLY-2
var eventlyTicks = Ticks{num(0), ones(63), num(1), num(1000)}

type evently struct{ plain }

func (evently) Parse(l *Layout, form, text string, _ Args) (bits Int, err error) {
	switch {
	case form == "" || form == "hex": // EVENTLY-4
		bits, err = hex.DecodeFixed(text, 128, 32)
	case form == "upper":
		bits, err = hexUpper.DecodeFixed(text, 128, 32)
	case form == "uuid" || form == "lenient" && len(text) == 36: // EVENTLY-5
		bits, err = decodeUUID(hexAnyCase, text, 0)
	case form == "lenient":
		bits, err = hexAnyCase.DecodeFixed(text, 128, 32)
	default:
		return nil, unsupported("form %s", form)
	}
	if err != nil {
		return nil, err
	}
	return bits, l.Check(bits)
}

func (evently) Write(l *Layout, form string, bits Int, _ Args) (string, error) {
	switch form {
	case "", "hex", "lenient":
		return hex.Encode(bits, 32), l.Check(bits)
	case "upper":
		return hexUpper.Encode(bits, 32), l.Check(bits)
	case "uuid":
		return encodeUUID(bits), l.Check(bits)
	}
	return "", unsupported("form %s", form)
}

func (evently) Time(_ *Layout, bits Int) (Int, error) {
	return eventlyTicks.Start(eventlyTimestamp.Get(bits)), nil
}

func (evently) Range(_ *Layout, instant Int) (Int, Int, error) {
	tick, err := eventlyTicks.At(instant)
	if err != nil {
		return nil, nil, err
	}
	return shl(tick, 64), or(shl(tick, 64), ones(64)), nil
}

func canonical(text, form string) (string, error) {
	s := &scanner{text: text, numbers: positional}
	switch form {
	case "":
	case "ecmascript":
		s.numbers = ecmascript
	case "last-wins":
		s.lastWins = true
	default:
		return "", unsupported("form %s", form)
	}
	return s.document()
}

// Timestamps, EVENTLY-15

var stamp = regexp.MustCompile(`^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:Z|([-+])(\d\d):(\d\d))$`)

// parseTimestamp gives microseconds since the Unix epoch.
func parseTimestamp(text string) (int64, error) {
	found := stamp.FindStringSubmatch(text)
	if found == nil {
		return 0, refuse("timestamp")
	}
	fraction := (found[2] + "000000000")[:9]
	parsed, err := time.Parse("2006-01-02T15:04:05", found[1])
	if err != nil || fraction[6:] != "000" {
		return 0, refuse("timestamp")
	}
	hours, _ := strconv.Atoi("0" + found[4])
	minutes, _ := strconv.Atoi("0" + found[5])
	if hours > 23 || minutes > 59 {
		return 0, refuse("timestamp")
	}
	offset := int64(hours*60+minutes) * 60
	if found[3] == "-" {
		offset = -offset
	}
	seconds := parsed.Unix() - offset
	if seconds < 0 || seconds > 253_402_300_799 {
		return 0, refuse("timestamp")
	}
	micros, _ := strconv.ParseInt(fraction[:6], 10, 64)
	return seconds*1_000_000 + micros, nil
}

// formatTimestamp is in UTC with no, three or six digits of fraction.
func formatTimestamp(micros int64) string {
	t := time.UnixMicro(micros).UTC()
	switch {
	case micros%1_000_000 == 0:
		return t.Format("2006-01-02T15:04:05Z")
	case micros%1000 == 0:
		return t.Format("2006-01-02T15:04:05.000Z")
	}
	return t.Format("2006-01-02T15:04:05.000000Z")
}

// Hashing, EVENTLY-16 to EVENTLY-23

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// crc32c is EVENTLY-18.
func crc32c(text string) uint32 { return crc32.Checksum([]byte(text), castagnoli) }

var (
	profiles = []string{"doc5", "doc4", "pg", "v1"}
	body     = []string{"event", "entities", "meta", "data"}
	bodyV1   = []string{"entity", "key", "event", "meta", "data"}
	// What opens a field's value; any, if nothing.
	opening = map[string]byte{
		"event": '"', "entities": '{', "entity": '"', "key": '"', "meta": '{', "data": 0,
		"timestamp": '"', "eventId": '"', "appendKey": '"',
	}
)

// Event is a record: the fields that the id covers in canonical form, the timestamp, the stored id.
type Event struct {
	profile   string
	values    map[string]string
	body      string
	timestamp int64
}

func readEvent(text, profile string) (*Event, error) {
	if profile == "" {
		profile = "doc5"
	}
	e := &Event{profile: profile, values: map[string]string{}}
	s := &scanner{text: text, numbers: positional}
	order, foreign := body, "entity key"
	switch profile {
	case "doc5", "doc4", "pg":
	case "v1":
		s.numbers, order, foreign = ecmascript, bodyV1, "entities"
	default:
		return nil, unsupported("profile %s", profile)
	}
	if err := e.scan(s, foreign); err != nil {
		return nil, err
	}
	for _, name := range order {
		value, given := e.values[name]
		if !given {
			return nil, refuse("missing_field")
		}
		e.body += value
	}
	if _, given := e.values["timestamp"]; !given {
		return nil, refuse("missing_field")
	}
	return e, nil
}

func (e *Event) scan(s *scanner, foreign string) error {
	s.space()
	if s.next() != '{' {
		if _, err := s.document(); err != nil {
			return err
		}
		return refuse("bad_field")
	}
	seen, others := map[string]bool{}, []member{}
	err := s.list('}', func() error {
		name, err := s.key()
		if err != nil {
			return err
		}
		_, known := opening[name]
		if known && seen[name] {
			return s.fail("duplicate_key")
		}
		seen[name] = true
		if known && !strings.Contains(" "+foreign+" ", " "+name+" ") {
			e.values[name], err = e.value(s, name)
			return err
		}
		others = append(others, member{key: name})
		_, err = s.value()
		return err
	})
	if err != nil {
		return err
	}
	if err = s.end(); err != nil {
		return err
	}
	// EVENTLY-26: other fields are looked at for this much.
	_, err = s.sorted(others)
	return err
}

// value is a field's own; strings are written as what they hold.
func (e *Event) value(s *scanner, name string) (string, error) {
	start := s.place
	if name == "appendKey" && s.next() != '"' {
		// EVENTLY-31: then it is a field like any other.
		return s.value()
	}
	if open := opening[name]; open != 0 && s.next() != open {
		if _, err := s.value(); err != nil {
			return "", err
		}
		return "", refuseAt("bad_field", start)
	}
	if opening[name] != '"' {
		return s.value()
	}
	content, err := s.content()
	if err != nil {
		return "", err
	}
	// These two count as they stand between their quotes (EVENTLY-15, EVENTLY-24).
	source := s.text[start+1 : s.place-1]
	switch name {
	case "timestamp":
		e.timestamp, err = parseTimestamp(source)
		return source, err
	case "eventId":
		return source, nil
	}
	return content, nil
}

// ID is that after another, in its ledger.
func (e *Event) ID(previous Int) Int {
	return e.chained(uint32(low(previous, 32).Uint64()), hex.Encode(previous, 32))
}

// GenesisID is that as the first event of its ledger (EVENTLY-19 to EVENTLY-23).
func (e *Event) GenesisID() (Int, error) {
	if e.profile == "pg" {
		e.body = e.values["event"] + e.values["entities"]
		for _, name := range []string{"meta", "data"} {
			spaced, err := (&scanner{text: e.values[name], numbers: positional, spaced: true}).document()
			if err != nil {
				return nil, err
			}
			e.body += spaced
		}
	}
	covered, first := e.body, e.timestamp
	switch e.profile {
	case "doc5", "pg":
		covered += fmt.Sprintf("%016x", e.timestamp)
	case "v1":
		first = 0
	}
	ledger := crc32c(covered) &^ 3
	before := fmt.Sprintf("%016x%016x", first, ledger)
	if e.profile == "pg" {
		before = strconv.FormatUint(uint64(crc32c(before)), 10)
	}
	return e.chained(ledger, before), nil
}

// chained is EVENTLY-17.
func (e *Event) chained(ledger uint32, previous string) Int {
	feed := fmt.Sprintf("%016x%08x", e.timestamp, ledger)
	if e.profile == "v1" {
		feed = fmt.Sprintf("%08x%016x", ledger, e.timestamp)
	}
	sum := crc32c(e.body + feed + previous)
	return or(shl(num(e.timestamp), 64), or(shl(num(int64(sum)), 32), num(int64(ledger))))
}

// Verification, EVENTLY-24 to EVENTLY-27

// Verdict is how many records are valid before the first that is not, and why it is not.
type Verdict struct {
	events  int
	failure *Refused
	profile string
	head    Int
}

func verify(lines []string, after Int) (Verdict, error) {
	v := Verdict{head: after}
	records := strings.Split(strings.Join(lines, "\n"), "\n")
	if records[len(records)-1] == "" {
		records = records[:len(records)-1]
	}
	for _, record := range records {
		profile, head, err := v.next(record)
		if err != nil {
			if errors.As(err, &v.failure) {
				return v, nil
			}
			return v, err
		}
		v.profile, v.head = profile, head
		v.events++
	}
	return v, nil
}

// next verifies a record; the first one tells its profile.
func (v Verdict) next(record string) (profile string, head Int, err error) {
	candidates := []string{v.profile}
	switch {
	case v.profile != "":
	case v.head == nil:
		candidates = profiles
	default:
		candidates = []string{"doc5", "v1"}
	}
	var worst *Refused
	for _, profile := range candidates {
		head, err := checkRecord(record, profile, v.head)
		if err == nil {
			return profile, head, nil
		}
		var refused *Refused
		if !errors.As(err, &refused) {
			return "", nil, err
		}
		// A profile whose fields the record has says more.
		if worst == nil || refused.Kind == "mismatch" && worst.Kind != "mismatch" {
			worst = refused
		}
	}
	return "", nil, worst
}

func checkRecord(record, profile string, head Int) (Int, error) {
	e, err := readEvent(record, profile)
	if err != nil {
		return nil, err
	}
	recorded, given := e.values["eventId"]
	if !given {
		return nil, refuse("missing_field")
	}
	var expected Int
	if head != nil {
		expected = e.ID(head)
	} else if expected, err = e.GenesisID(); err != nil {
		return nil, err
	}
	if recorded != hex.Encode(expected, 32) {
		return nil, refuse("mismatch")
	}
	if head != nil && !less(shr(head, 64), shr(expected, 64)) {
		return nil, refuse("not_monotonic")
	}
	return expected, nil
}
