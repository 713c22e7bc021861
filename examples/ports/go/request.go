// What is asked: a program skips what it does not know.

package main

import (
	encoding "encoding/hex"
	"encoding/json"
	"math/big"
	"strings"
)

// Ask is a request. What a request does not have is nil or empty.
type Ask struct {
	Seq, Op, Protocol, Format, Layout, Form string

	Args        Args
	Text, Bytes *string
	Fields      map[string]string
	Bits, As    string
	Time        string

	Config map[string]string
	Rng    string
	Steps  []Step

	JSON, Event, Timestamp *string
	Profile                string
	Previous, After        *string
	Lines                  []string
}

// Step is a step of a generator's script.
type Step map[string]string

// keys has those of each operation, besides seq and op: a request has to have those of one text, but for
// the ones with a question mark.
var keys = map[string][]string{
	"start":     {"protocol"},
	"stop":      {""},
	"parse":     {place + "form? args? text", place + "form? args? bytes", place + "fields"},
	"format":    {place + "form? args? bits as"},
	"range":     {place + "time"},
	"generate":  {place + "config? rng steps"},
	"canonical": {place + "form? json", place + "timestamp", place + "event profile? previous?"},
	"verify":    {place + "lines after?"},
}

const place = "format layout? "

var calls = []string{"generate", "reserve", "resume", "restart"}

// known is an error for what this program does not know: it skips that, rather than guess what the rest
// means.
func known(line map[string]json.RawMessage, ask *Ask) error {
	found := map[string]bool{}
	for key, value := range line {
		if string(value) == "null" {
			return unsupported("%s of nothing", key)
		}
		if string(value) == `""` && contains([]string{"layout", "form", "profile"}, key) {
			return unsupported("empty %s", key)
		}
		found[key] = key != "seq" && key != "op"
	}
	if !anyFits(found, keys[ask.Op]) {
		return unsupported("%s of such keys", ask.Op)
	}
	if _, err := integer(ask.Seq); err != nil {
		return err
	}
	if (found["form"] || found["args"]) && (ask.As == "fields" || ask.As == "time") {
		return unsupported("form of %s", ask.As)
	}
	if found["steps"] && len(ask.Steps) == 0 {
		return unsupported("steps")
	}
	for _, step := range ask.Steps {
		found := map[string]bool{}
		for key := range step {
			found[key] = true
		}
		if !anyFits(found, []string{"clock? call count?"}) || !contains(calls, step["call"]) {
			return unsupported("step %v", step)
		}
	}
	return nil
}

// twice is an error for an object in which a key stands twice: encoding/json keeps the last.
func twice(in *json.Decoder) error {
	token, err := in.Token()
	if err != nil {
		return err
	}
	if token != json.Delim('{') && token != json.Delim('[') {
		return nil
	}
	found := map[string]bool{}
	for in.More() {
		if token == json.Delim('{') {
			key, err := in.Token()
			if err != nil {
				return err
			}
			if name := key.(string); found[name] {
				return unsupported("key that stands twice: %s", name)
			} else {
				found[name] = true
			}
		}
		if err := twice(in); err != nil {
			return err
		}
	}
	_, err = in.Token()
	return err
}

func anyFits(found map[string]bool, texts []string) bool {
	for _, text := range texts {
		all := strings.Fields(text)
		fits := true
		for _, key := range all {
			fits = fits && (found[key] || strings.HasSuffix(key, "?"))
		}
		for key, counts := range found {
			fits = fits && (!counts || contains(all, key) || contains(all, key+"?"))
		}
		if fits {
			return true
		}
	}
	return false
}

func contains(list []string, one string) bool {
	for _, item := range list {
		if item == one {
			return true
		}
	}
	return false
}

// integer reads a number of the protocol, which has one spelling only.
func integer(text string) (Int, error) {
	number, err := instant(text)
	if err != nil || number.Sign() < 0 {
		return nil, unsupported("number %q", text)
	}
	return number, nil
}

// instant reads a number that may be negative.
func instant(text string) (Int, error) {
	number, ok := new(big.Int).SetString(text, 10)
	if !ok || number.String() != text || number.BitLen() > 128 {
		return nil, unsupported("number %q", text)
	}
	return number, nil
}

// data reads bytes of the protocol.
func data(text string) ([]byte, error) {
	bytes, err := encoding.DecodeString(text)
	if err != nil || encoding.EncodeToString(bytes) != text {
		return nil, unsupported("bytes %q", text)
	}
	return bytes, nil
}
