// An adapter of the conformance pack with the standard library alone.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"os"
	"runtime"
	"strings"
)

type value map[string]any

type question struct {
	ID        string `json:"id"`
	Format    string `json:"format"`
	Direction string `json:"direction"`
	Options   struct{ Septets, FillBits int }
	Input     struct {
		Hex   string
		Value struct {
			Septets                                   string
			PortBits, DestinationPort, OriginatorPort int
			MCC, MNC                                  string
			Rows                                      []string
		}
	}
}

// refused is the reason for which an input is refused.
type refused string

func unpack(octets []byte, q question) value {
	septets := make([]byte, q.Options.Septets)
	for i := range septets {
		for bit := 0; bit < 7; bit++ {
			at := q.Options.FillBits + 7*i + bit
			septets[i] |= octets[at/8] >> (at % 8) & 1 << bit
		}
	}
	return value{"septets": strings.ToUpper(hex.EncodeToString(septets))}
}

func pack(q question) []byte {
	septets, _ := hex.DecodeString(q.Input.Value.Septets)
	octets := make([]byte, (q.Options.FillBits+7*len(septets)+7)/8)
	for i, septet := range septets {
		for bit := 0; bit < 7; bit++ {
			at := q.Options.FillBits + 7*i + bit
			octets[at/8] |= septet >> bit & 1 << (at % 8)
		}
	}
	return octets
}

func readPorts(octets []byte, _ question) value {
	half := int(octets[2]) / 2
	number := func(octets []byte) (n int) {
		for _, octet := range octets {
			n = n<<8 | int(octet)
		}
		return n
	}
	return value{"portBits": 8 * half, "destinationPort": number(octets[3 : 3+half]), "originatorPort": number(octets[3+half:])}
}

func writePorts(q question) []byte {
	v := q.Input.Value
	if v.PortBits == 8 {
		return []byte{4, 4, 2, byte(v.DestinationPort), byte(v.OriginatorPort)}
	}
	return []byte{6, 5, 4, byte(v.DestinationPort >> 8), byte(v.DestinationPort), byte(v.OriginatorPort >> 8), byte(v.OriginatorPort)}
}

func readNumber(octets *[]byte) (n int) {
	for {
		if len(*octets) == 0 {
			panic(refused("truncated"))
		}
		octet := (*octets)[0]
		*octets = (*octets)[1:]
		n = n<<7 | int(octet&127)
		if octet < 128 {
			return n
		}
	}
}

func readWBMP(octets []byte, _ question) value {
	if kind := readNumber(&octets); kind != 0 {
		panic(refused("bad-value"))
	}
	if fixed := readNumber(&octets); fixed != 0 {
		panic(refused("bad-value"))
	}
	width, height := readNumber(&octets), readNumber(&octets)
	stride := (width + 7) / 8
	switch {
	case width == 0 || height == 0:
		panic(refused("bad-value"))
	case len(octets) < stride*height:
		panic(refused("truncated"))
	case len(octets) > stride*height:
		panic(refused("trailing"))
	}
	rows := make([]string, height)
	for y := range rows {
		row := make([]byte, width)
		for x := range row {
			row[x] = "#."[octets[stride*y+x/8]>>(7-x%8)&1]
		}
		rows[y] = string(row)
	}
	return value{"rows": rows}
}

func number(n int) []byte {
	octets := []byte{byte(n & 127)}
	for n >>= 7; n > 0; n >>= 7 {
		octets = append([]byte{byte(n&127 | 128)}, octets...)
	}
	return octets
}

func writeWBMP(q question) []byte {
	rows := q.Input.Value.Rows
	width := len(rows[0])
	octets := append(append([]byte{0, 0}, number(width)...), number(len(rows))...)
	for _, row := range rows {
		line := make([]byte, (width+7)/8)
		for x, pixel := range row {
			if pixel == '.' {
				line[x/8] |= 128 >> (x % 8)
			}
		}
		octets = append(octets, line...)
	}
	return octets
}

var formats = map[string]struct {
	decode func([]byte, question) value
	encode func(question) []byte
}{
	"gsm7-packing": {unpack, pack},
	"udh":          {readPorts, writePorts},
	"wbmp":         {readWBMP, writeWBMP},
}

func answer(q question) (a value) {
	defer func() {
		switch reason := recover().(type) {
		case nil:
		case refused:
			a = value{"id": q.ID, "refused": value{"reason": reason}}
		default:
			panic(reason)
		}
	}()
	format := formats[q.Format]
	if q.Direction == "encode" {
		return value{"id": q.ID, "hex": hex.EncodeToString(format.encode(q))}
	}
	octets, _ := hex.DecodeString(q.Input.Hex)
	return value{"id": q.ID, "value": format.decode(octets, q)}
}

func main() {
	names := []string{}
	for name := range formats {
		names = append(names, name)
	}
	out := json.NewEncoder(os.Stdout)
	_ = out.Encode(value{"name": "Go's standard library", "version": runtime.Version(), "formats": names})
	for in := json.NewDecoder(bufio.NewReader(os.Stdin)); ; {
		var q question
		if in.Decode(&q) != nil {
			return
		}
		_ = out.Encode(answer(q))
	}
}
