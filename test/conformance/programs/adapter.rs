//! An adapter of the conformance pack without crates: rustc -O adapter.rs
mod json;
use json::Json;
use std::io::{stdin, stdout, BufRead, Write};

type Refused = &'static str;

fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(members.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

fn text(value: &str) -> Json {
    Json::Text(value.to_string())
}

fn to_hex(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02X}")).collect()
}

fn from_hex(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn unpack(octets: &[u8], options: &Json) -> Result<Json, Refused> {
    let fill = options["fillBits"].number();
    let bit = |at: usize| octets[at / 8] >> (at % 8) & 1;
    let septet = |i: usize| (0..7).map(|n| bit(fill + 7 * i + n) << n).sum::<u8>();
    let septets: Vec<u8> = (0..options["septets"].number()).map(septet).collect();
    Ok(object([("septets", Json::Text(to_hex(&septets)))]))
}

fn pack(value: &Json, options: &Json) -> Vec<u8> {
    let (septets, fill) = (from_hex(value["septets"].text()), options["fillBits"].number());
    let mut octets = vec![0; (fill + 7 * septets.len() + 7) / 8];
    for at in 0..7 * septets.len() {
        octets[(fill + at) / 8] |= (septets[at / 7] >> (at % 7) & 1) << ((fill + at) % 8);
    }
    octets
}

fn read_ports(octets: &[u8], _: &Json) -> Result<Json, Refused> {
    let (first, second) = octets[3..].split_at(octets[2] as usize / 2);
    let number = |octets: &[u8]| Json::Number(octets.iter().fold(0, |n, &octet| n << 8 | octet as u32) as f64);
    let bits = Json::Number(8.0 * first.len() as f64);
    Ok(object([("portBits", bits), ("destinationPort", number(first)), ("originatorPort", number(second))]))
}

fn write_ports(value: &Json, _: &Json) -> Vec<u8> {
    let ports = [value["destinationPort"].number(), value["originatorPort"].number()];
    if value["portBits"].number() == 8 {
        return vec![4, 4, 2, ports[0] as u8, ports[1] as u8];
    }
    [vec![6, 5, 4], ports.iter().flat_map(|port| [(port >> 8) as u8, *port as u8]).collect()].concat()
}

fn read_number(octets: &mut &[u8]) -> Result<usize, Refused> {
    let mut number = 0;
    loop {
        let (&octet, rest) = octets.split_first().ok_or("truncated")?;
        *octets = rest;
        number = number << 7 | (octet & 127) as usize;
        if octet < 128 {
            return Ok(number);
        }
    }
}

fn read_wbmp(mut octets: &[u8], _: &Json) -> Result<Json, Refused> {
    for _ in 0..2 {
        if read_number(&mut octets)? != 0 {
            return Err("bad-value");
        }
    }
    let (width, height) = (read_number(&mut octets)?, read_number(&mut octets)?);
    if width == 0 || height == 0 {
        return Err("bad-value");
    }
    let stride = (width + 7) / 8;
    if octets.len() != stride * height {
        return Err(if octets.len() < stride * height { "truncated" } else { "trailing" });
    }
    let pixel = |line: &[u8], x: usize| if line[x / 8] >> (7 - x % 8) & 1 == 1 { '.' } else { '#' };
    let rows = octets.chunks(stride).map(|line| Json::Text((0..width).map(|x| pixel(line, x)).collect()));
    Ok(object([("rows", Json::List(rows.collect()))]))
}

fn write_wbmp(value: &Json, _: &Json) -> Vec<u8> {
    fn number(n: usize) -> Vec<u8> {
        let mut octets = vec![(n & 127) as u8];
        let mut rest = n >> 7;
        while rest > 0 {
            octets.insert(0, (rest & 127 | 128) as u8);
            rest >>= 7;
        }
        octets
    }
    let rows = value["rows"].list();
    let width = rows[0].text().len();
    let mut octets = [vec![0, 0], number(width), number(rows.len())].concat();
    for row in rows {
        for pixels in row.text().as_bytes().chunks(8) {
            octets.push(pixels.iter().enumerate().map(|(x, &pixel)| if pixel == b'.' { 128 >> x } else { 0 }).sum());
        }
    }
    octets
}

fn answer(question: &Json) -> Json {
    let (input, options) = (&question["input"], &question["options"]);
    let (decode, encode): (fn(&[u8], &Json) -> Result<Json, Refused>, fn(&Json, &Json) -> Vec<u8>) =
        match question["format"].text() {
            "gsm7-packing" => (unpack, pack),
            "udh" => (read_ports, write_ports),
            _ => (read_wbmp, write_wbmp),
        };
    let id = ("id", question["id"].clone());
    if question["direction"].text() == "encode" {
        return object([id, ("hex", Json::Text(to_hex(&encode(&input["value"], options))))]);
    }
    match decode(&from_hex(input["hex"].text()), options) {
        Ok(value) => object([id, ("value", value)]),
        Err(reason) => object([id, ("refused", object([("reason", text(reason))]))]),
    }
}

fn main() {
    let formats = Json::List(["gsm7-packing", "udh", "wbmp"].map(text).to_vec());
    println!("{}", object([("name", text("Rust's standard library")), ("version", text("2021")), ("formats", formats)]));
    for line in stdin().lock().lines() {
        println!("{}", answer(&json::parse(&line.unwrap())));
        stdout().flush().unwrap();
    }
}
