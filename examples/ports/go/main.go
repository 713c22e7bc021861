// Answers the questions of `ids conform` (docs/protocol.md), one JSON object on a line.

package main

import (
	"bufio"
	encoding "encoding/hex"
	"encoding/json"
	"errors"
	"log"
	"math/big"
	"os"
	"strings"
)

// names are in the order in which the responder lists them.
var names = []string{"flax", "snowflake", "kuid", "siq", "luuid", "evently"}

var formats = map[string]Format{
	"flax":      flax{plain{[]*Layout{flaxLayout}}},
	"snowflake": newSnowflake(),
	"kuid":      newKuid(),
	"siq":       siq{plain{siqLayouts}},
	"luuid":     luuid{plain{[]*Layout{luuidV6, luuidV8}}},
	"evently":   evently{plain{[]*Layout{eventlyLayout}}},
}

type object = map[string]any

func answer(line map[string]json.RawMessage, ask *Ask) (object, error) {
	if err := known(line, ask); err != nil {
		return nil, err
	}
	switch ask.Op {
	case "start":
		if ask.Protocol != "1" {
			return nil, unsupported("protocol %q", ask.Protocol)
		}
		return object{
			"protocol": "1", "name": "ids-go", "version": "1", "language": "Go", "formats": names,
		}, nil
	case "stop":
		return object{}, nil
	}
	format, found := formats[ask.Format]
	if !found {
		return nil, unsupported("format %s", ask.Format)
	}
	l := format.Layout(ask.Layout)
	if l == nil {
		return nil, unsupported("layout %q", ask.Layout)
	}
	if ask.Op == "canonical" || ask.Op == "verify" {
		if ask.Format != "evently" {
			return nil, unsupported("%s of %s", ask.Op, ask.Format)
		}
		if ask.Op == "verify" {
			return answerVerify(ask)
		}
		return answerCanonical(ask)
	}
	told := map[string]bool{}
	for name := range ask.Args {
		told[name] = true
	}
	if !anyFits(told, []string{format.Args(ask.Form)}) {
		return nil, unsupported("form %s of such args", ask.Form)
	}
	switch ask.Op {
	case "parse":
		bits, err := parse(format, l, ask)
		if err != nil {
			return nil, err
		}
		return object{"bits": bits.String()}, nil
	case "format":
		return write(format, l, ask)
	case "range":
		time, err := integer(ask.Time)
		if err != nil {
			return nil, err
		}
		first, last, err := format.Range(l, time)
		if err != nil {
			return nil, err
		}
		return object{"first": first.String(), "last": last.String()}, nil
	case "generate":
		steps, err := generate(format, l, ask)
		return object{"steps": steps}, err
	}
	return nil, unsupported("op %s", ask.Op)
}

func parse(format Format, l *Layout, ask *Ask) (Int, error) {
	switch {
	case ask.Text != nil:
		return format.Parse(l, ask.Form, *ask.Text, ask.Args)
	case ask.Bytes != nil:
		bytes, err := data(*ask.Bytes)
		if err != nil {
			return nil, err
		}
		if ask.Form != "" {
			return format.ReadBytes(l, ask.Form, bytes)
		}
		if len(bytes)*8 != l.Bits {
			return nil, refuse("length")
		}
		bits := new(big.Int).SetBytes(bytes)
		return bits, format.Check(l, bits)
	}
	values := map[string]Int{}
	for name, text := range ask.Fields {
		value, err := integer(text)
		if err != nil {
			return nil, err
		}
		values[name] = value
	}
	return format.Pack(l, values)
}

func write(format Format, l *Layout, ask *Ask) (object, error) {
	bits, err := integer(ask.Bits)
	if err != nil {
		return nil, err
	}
	if ask.As == "text" {
		text, err := format.Write(l, ask.Form, bits, ask.Args)
		return object{"text": text}, err
	}
	if ask.As == "bytes" && ask.Form != "" {
		bytes, err := format.WriteBytes(l, ask.Form, bits)
		return object{"bytes": encoding.EncodeToString(bytes)}, err
	}
	if !contains([]string{"bytes", "fields", "time"}, ask.As) {
		return nil, unsupported("output %s", ask.As)
	}
	if err := format.Check(l, bits); err != nil {
		return nil, err
	}
	switch ask.As {
	case "bytes":
		return object{"bytes": encoding.EncodeToString(bits.FillBytes(make([]byte, l.Bits/8)))}, nil
	case "fields":
		fields := object{}
		for _, f := range l.Fields {
			fields[f.Name] = f.Get(bits).String()
		}
		return object{"fields": fields}, nil
	}
	time, err := format.Time(l, bits)
	if err != nil {
		return nil, err
	}
	return object{"time": time.String()}, nil
}

// script is a generator under a scripted clock; a restart makes another one.
type script struct {
	format    Format
	layout    *Layout
	config    map[string]string
	clock     *Clock
	random    *Random
	generator Generator
	last      Int
}

func generate(format Format, l *Layout, ask *Ask) ([]object, error) {
	bytes, err := data(ask.Rng)
	if err != nil {
		return nil, err
	}
	s := &script{format: format, layout: l, config: ask.Config, clock: &Clock{num(0)}, random: &Random{bytes}}
	var done []object
	for _, step := range ask.Steps {
		ids, err := s.step(step)
		var refused *Refused
		if err != nil && !errors.As(err, &refused) {
			return nil, err
		}
		result := object{"ids": ids}
		if refused != nil {
			result["error"] = fault(refused)
		}
		done = append(done, result)
	}
	return done, nil
}

func (s *script) start(after Int) error {
	config := &Config{map[string]string{}}
	for key, value := range s.config {
		config.values[key] = value
	}
	generator, err := s.format.Generator(s.layout, config, s.clock, s.random, after)
	if err != nil {
		return err
	}
	for key := range config.values {
		return unsupported("key %s of config", key)
	}
	s.generator = generator
	return nil
}

func (s *script) step(step Step) ([]string, error) {
	ids := []string{}
	if clock, found := step["clock"]; found {
		reading, err := instant(clock)
		if err != nil {
			return ids, err
		}
		s.clock.Reading = reading
	}
	count := num(1)
	if text, found := step["count"]; found {
		var err error
		if count, err = integer(text); err != nil {
			return ids, err
		}
	}
	switch step["call"] {
	case "restart":
		return ids, s.start(nil)
	case "resume":
		if s.last == nil {
			return ids, unsupported("identifier to resume after")
		}
		return ids, s.start(s.last)
	}
	if s.generator == nil {
		if err := s.start(nil); err != nil {
			return ids, err
		}
	}
	keep := func(id Int) {
		ids = append(ids, id.String())
		s.last = id
	}
	if step["call"] == "reserve" {
		block, err := s.generator.Reserve(count)
		for _, id := range block {
			keep(id)
		}
		return ids, err
	}
	for i := num(0); less(i, count); i = add(i, num(1)) {
		id, err := s.generator.Generate()
		if err != nil {
			return ids, err
		}
		keep(id)
	}
	return ids, nil
}

func answerCanonical(ask *Ask) (object, error) {
	switch {
	case ask.JSON != nil:
		text, err := canonical(*ask.JSON, ask.Form)
		return object{"canonical": text}, err
	case ask.Timestamp != nil:
		micros, err := parseTimestamp(*ask.Timestamp)
		return object{"micros": num(micros).String(), "written": formatTimestamp(micros)}, err
	}
	e, err := readEvent(*ask.Event, ask.Profile)
	if err != nil {
		return nil, err
	}
	var id Int
	if ask.Previous != nil {
		previous, err := evently{}.Parse(eventlyLayout, "", *ask.Previous, nil)
		if err != nil {
			return nil, err
		}
		id = e.ID(previous)
	} else if id, err = e.GenesisID(); err != nil {
		return nil, err
	}
	return object{"body": e.body, "event_id": hex.Encode(id, 32)}, nil
}

func answerVerify(ask *Ask) (object, error) {
	var after Int
	if ask.After != nil {
		var err error
		if after, err = (evently{}).Parse(eventlyLayout, "", *ask.After, nil); err != nil {
			return nil, err
		}
	}
	v, err := verify(ask.Lines, after)
	if err != nil {
		return nil, err
	}
	result := object{
		"valid": v.failure == nil, "events": num(int64(v.events)).String(), "profile": nil, "head": nil,
	}
	if v.profile != "" {
		result["profile"] = v.profile
	}
	if v.head != nil {
		result["head"] = hex.Encode(v.head, 32)
	}
	if v.failure != nil {
		result["failure"] = object{"kind": v.failure.Kind}
	}
	return result, nil
}

// fault is a refusal as the protocol has it.
func fault(r *Refused) object {
	result := object{"kind": r.Kind}
	if r.Index >= 0 {
		result["index"] = num(int64(r.Index)).String()
	}
	if r.Field != "" {
		result["field"] = r.Field
	}
	if r.Until != nil {
		result["until"] = r.Until.String()
	}
	return result
}

func respond(line []byte) (object, bool) {
	var members map[string]json.RawMessage
	var seq string
	// What has no number has no answer.
	if err := json.Unmarshal(line, &members); err != nil {
		log.Fatal(err)
	}
	if err := json.Unmarshal(members["seq"], &seq); err != nil {
		log.Fatal(err)
	}
	ask := new(Ask)
	var result object
	err := twice(json.NewDecoder(strings.NewReader(string(line))))
	if err == nil {
		err = json.Unmarshal(line, ask)
	}
	if err == nil {
		result, err = answer(members, ask)
	}
	var refused *Refused
	switch {
	case err == nil:
		return object{"seq": seq, "result": result}, ask.Op == "stop"
	case errors.As(err, &refused):
		return object{"seq": seq, "error": fault(refused)}, false
	}
	return object{"seq": seq, "skipped": err.Error()}, false
}

func main() {
	in := bufio.NewReader(os.Stdin)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		response, ends := respond(line)
		if err := out.Encode(response); err != nil {
			log.Fatal(err)
		}
		if ends {
			return
		}
	}
}
