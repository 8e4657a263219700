package values

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// resource returns the text of an object like those in a plan.
func resource(i int) string {
	return fmt.Sprintf(`{"ami":"ami-0c55b159cbfafe1f%d","arn":"arn:aws:ec2:eu-west-1:123456789012:instance/i-%08x","associate_public_ip_address":true,`+
		`"availability_zone":"eu-west-1a","cpu_core_count":2,"ebs_block_device":[{"delete_on_termination":true,"device_name":"/dev/sdb","encrypted":false,"iops":3000,`+
		`"kms_key_id":"","snapshot_id":"","tags":{},"throughput":125,"volume_id":"vol-%08x","volume_size":100,"volume_type":"gp3"}],"ephemeral_block_device":[],`+
		`"hibernation":null,"host_id":null,"id":"i-%08x","metadata_options":[{"http_endpoint":"enabled","http_put_response_hop_limit":1,"http_tokens":"optional"}],`+
		`"policy":"{\"Statement\":[{\"Action\":[\"s3:GetObject\"],\"Effect\":\"Allow\",\"Resource\":\"arn:aws:s3:::bucket/*\"}],\"Version\":\"2012-10-17\"}",`+
		`"tags":{"Environment":"production","Name":"web-%d","Owner":"Ren\u00e9e <r@example.com>","Team":"platform"},"timeouts":null,"user_data":"#!/bin/sh\necho hello\nexec run\n",`+
		`"vpc_security_group_ids":["sg-0a1b2c3d4e5f60718","sg-1a1b2c3d4e5f60719"]}`, i%10, i, i, i, i)
}

// flatMap returns the text of an object with many members.
func flatMap(n int) string {
	var b strings.Builder
	b.WriteByte('{')
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"key-%07d":"value %d"`, i, i)
	}
	b.WriteByte('}')
	return b.String()
}

// indented returns a text with a line for each value.
func indented(text string) string {
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(text), "", "  "); err != nil {
		panic(err)
	}
	return b.String()
}

func BenchmarkParse(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"resource", resource(1)},
		{"map", flatMap(100_000)},
		{"list", "[" + strings.Repeat(`"sg-0a1b2c3d4e5f60718",`, 9_999) + `"x"]`},
		{"numbers", "[" + strings.Repeat(`12345,`, 9_999) + `1]`},
		{"heredoc", `"` + strings.Repeat(`echo a line of a script\n`, 20_000) + `"`},
		{"long", `"` + strings.Repeat(`0123456789abcdef`, 30_000) + `"`},
		{"wide", `"` + strings.Repeat(`Grüße, 世界 `, 30_000) + `"`},
		{"pretty", indented(resource(1))},
	} {
		b.Run(c.name, func(b *testing.B) {
			var p Parser
			text := []byte(c.text)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Parse(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkText(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"plain", strings.Repeat(`0123456789abcdef`, 30_000)},
		{"heredoc", strings.Repeat(`echo a line of a script\n`, 20_000)},
		{"json", strings.Repeat(`{\"key\":\"value\",\"number\":17},`, 20_000)},
		{"wide", strings.Repeat(`Gr\u00fc\u00dfe, 世界\n`, 20_000)},
	} {
		b.Run(c.name, func(b *testing.B) {
			v := Of(`"` + c.text + `"`)
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			for b.Loop() {
				v.Text()
			}
		})
	}
}

func BenchmarkEqual(b *testing.B) {
	long := "[" + strings.Repeat(resource(1)+",", 1_000) + `"x"]`
	for _, c := range []struct{ name, x, y string }{
		{"same", resource(1), resource(1)},
		{"other", resource(1), resource(2)},
		{"last", long, strings.TrimSuffix(long, `x"]`) + `y"]`},
		{"space", long, " " + strings.Replace(long, ",", ", ", 1)},
	} {
		b.Run(c.name, func(b *testing.B) {
			x, y := Of(c.x), Of(c.y)
			if y.Kind() == Absent {
				b.Fatal("not JSON")
			}
			b.SetBytes(int64(len(c.x)))
			b.ReportAllocs()
			for b.Loop() {
				x.Equal(y)
			}
		})
	}
}

func BenchmarkHash(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"resource", resource(1)}, // has an escape that is not the usual one
		{"object", strings.ReplaceAll(resource(1), `\u00e9`, "é")},
		{"string", `"sg-0a1b2c3d4e5f60718"`},
	} {
		b.Run(c.name, func(b *testing.B) {
			v := Of(c.text)
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			for b.Loop() {
				v.Hash()
			}
		})
	}
}

func BenchmarkGet(b *testing.B) {
	for _, c := range []struct{ name, text, key string }{
		{"resource", resource(1), "tags"},
		{"none", resource(1), "root_block_device"},
		{"map", flatMap(100_000), "key-0077777"},
	} {
		b.Run(c.name, func(b *testing.B) {
			v := Of(c.text)
			b.ReportAllocs()
			for b.Loop() {
				v.Get(c.key)
			}
		})
	}
}

func BenchmarkKeys(b *testing.B) {
	for _, n := range []int{20, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			text := flatMap(n)
			m := MapChange{Change{Before: Of(text), After: Of(text)}}
			b.ReportAllocs()
			for b.Loop() {
				m.AllKeys()
			}
		})
	}
}
