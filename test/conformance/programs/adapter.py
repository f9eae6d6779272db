"""An adapter of the conformance pack with the standard library alone."""

import json
import sys


class Refused(Exception):
    """The reason is one of the pack's."""


class Skipped(Exception):
    """The case needs what this adapter does not have."""


DEFAULT = (
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\x1bÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
EXTENSION = {0x0A: "\f", 0x14: "^", 0x28: "{", 0x29: "}", 0x2F: "\\", 0x3C: "[", 0x3D: "~", 0x3E: "]", 0x40: "|", 0x65: "€"}
ESCAPED = {character: septet for septet, character in EXTENSION.items()}


def unpack(octets, options):
    bits = int.from_bytes(octets, "little") >> options["fillBits"]
    return {"septets": bytes(bits >> 7 * i & 127 for i in range(options["septets"])).hex().upper()}


def pack(value, options):
    septets, fill = bytes.fromhex(value["septets"]), options["fillBits"]
    bits = sum(septet << 7 * i for i, septet in enumerate(septets)) << fill
    return bits.to_bytes((7 * len(septets) + fill + 7) // 8, "little")


def read_text(septets, options):
    if options:
        raise Skipped("no national tables")
    text, escaped = "", False
    for septet in septets:
        if septet > 0x7F:
            raise Refused("bad-value")
        if septet == 0x1B:
            text += " " if escaped else ""
            escaped = not escaped
            continue
        text += EXTENSION.get(septet, DEFAULT[septet]) if escaped else DEFAULT[septet]
        escaped = False
    if escaped:
        raise Refused("truncated")
    return {"text": text}


def write_text(value, options):
    if options:
        raise Skipped("no national tables")
    septets = bytearray()
    for character in value["text"]:
        if character in ESCAPED:
            septets += bytes([0x1B, ESCAPED[character]])
        elif character in DEFAULT:
            septets.append(DEFAULT.index(character))
        else:
            raise Refused("unencodable")
    return bytes(septets)


def read_ports(header, _):
    half = header[2] // 2
    ports = (int.from_bytes(header[at : at + half], "big") for at in (3, 3 + half))
    return {"portBits": 8 * half, **dict(zip(("destinationPort", "originatorPort"), ports))}


def write_ports(value, _):
    half = value["portBits"] // 8
    ports = b"".join(value[name].to_bytes(half, "big") for name in ("destinationPort", "originatorPort"))
    return bytes([2 + len(ports), 5 if half == 2 else 4, len(ports)]) + ports


def read_network(octets, _):
    if len(octets) != 3:
        raise Refused("truncated" if len(octets) < 3 else "trailing")
    digits = "".join(f"{octet & 15:X}{octet >> 4:X}" for octet in octets)
    mnc = digits[4:] + digits[3].replace("F", "")
    if not (digits[:3] + mnc).isdecimal():
        raise Refused("bad-value")
    return {"MCC": digits[:3], "MNC": mnc}


def write_network(value, _):
    mnc = value["MNC"].ljust(3, "F")
    digits = value["MCC"] + mnc[2] + mnc[:2]
    return bytes(int(digits[at + 1] + digits[at], 16) for at in range(0, 6, 2))


def read_wbmp(octets, _):
    at = 0

    def number():
        nonlocal at
        value = 0
        while True:
            if at == len(octets):
                raise Refused("truncated")
            octet, at = octets[at], at + 1
            value = value << 7 | octet & 127
            if octet < 128:
                return value

    if number() != 0:
        raise Refused("bad-value")
    if at == len(octets):
        raise Refused("truncated")
    if octets[at] != 0:
        raise Refused("bad-value")
    at += 1
    width, height = number(), number()
    if width == 0 or height == 0:
        raise Refused("bad-value")
    stride = (width + 7) // 8
    if len(octets) - at != stride * height:
        raise Refused("truncated" if len(octets) - at < stride * height else "trailing")
    lines = (octets[at + stride * row : at + stride * (row + 1)] for row in range(height))
    bits = ("".join(f"{octet:08b}" for octet in line)[:width] for line in lines)
    return {"rows": [line.replace("0", "#").replace("1", ".") for line in bits]}


def write_wbmp(value, _):
    def number(n):
        octets = [n & 127]
        while n := n >> 7:
            octets.insert(0, n & 127 | 128)
        return bytes(octets)

    rows = value["rows"]
    width = len(rows[0])
    lines = (row.replace("#", "0").replace(".", "1").ljust(-(-width // 8) * 8, "0") for row in rows)
    octets = b"".join(int(line, 2).to_bytes(len(line) // 8, "big") for line in lines)
    return b"\0\0" + number(width) + number(len(rows)) + octets


FORMATS = {
    "gsm7-packing": (unpack, pack),
    "gsm7-text": (read_text, write_text),
    "udh": (read_ports, write_ports),
    "network-code": (read_network, write_network),
    "wbmp": (read_wbmp, write_wbmp),
}


def answer(question):
    decode, encode = FORMATS[question["format"]]
    data, options = question["input"], question["options"]
    try:
        if question["direction"] == "decode":
            return {"value": decode(bytes.fromhex(data["hex"]), options)}
        return {"hex": encode(data["value"], options).hex()}
    except Refused as refused:
        return {"refused": {"reason": str(refused)}}
    except Skipped as skipped:
        return {"skip": str(skipped)}


print(json.dumps({"name": "Python's standard library", "version": sys.version.split()[0], "formats": list(FORMATS)}), flush=True)
for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"id": question["id"], **answer(question)}), flush=True)
