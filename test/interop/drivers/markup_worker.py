"""Reads XML, and multiparts that hold it, with Python's own readers: JSON on stdin, JSON on stdout.

in:  [{"text": ...} | {"text": ..., "contentType": ...}, ...]
out: [{"root": {"tag", "attributes", "text", "children"}} | {"parts": [{"type", "text", "root"?}]} | {"error": ...}, ...]
"""

import email
import email.policy
import json
import sys
import xml.etree.ElementTree


def tree_of(element):
    return {
        "tag": element.tag,
        "attributes": dict(element.attrib),
        "text": element.text or "",
        "children": [tree_of(child) for child in element],
    }


def parse(text):
    return tree_of(xml.etree.ElementTree.fromstring(text.encode("utf-8")))


def part_of(part):
    text = part.get_payload(decode=True).decode("utf-8")
    kind = part.get_content_type()
    return {"type": kind, "text": text, **({"root": parse(text)} if text.startswith("<?xml") else {})}


def answer_to(job):
    try:
        if "contentType" not in job:
            return {"root": parse(job["text"])}
        octets = f"Content-Type: {job['contentType']}\r\n\r\n{job['text']}".encode("utf-8")
        message = email.message_from_bytes(octets, policy=email.policy.HTTP)
        if message.defects:
            return {"error": type(message.defects[0]).__name__}
        return {"parts": [part_of(part) for part in message.iter_parts()]}
    except Exception as error:  # whatever it thinks of a document is an answer
        return {"error": type(error).__name__}


json.dump([answer_to(job) for job in json.load(sys.stdin)], sys.stdout)
