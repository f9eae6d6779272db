"""Works through a batch of jobs for python-gammu: JSON on stdin, JSON on stdout.

in:  [{"op": "decode", "pdu": HEX, "smsc": bool} | {"op": "encode", "info": {...}, "number": "+..."}
      | {"op": "objects", "info": {...}} | {"op": "read", "pdus": [HEX, ...]} | {"op": "ringtone", "pdu": HEX}, ...]
out: [{"version": ...}, answer, ...] where an answer is the decoded message, {"parts": [...]}, what the messages hold,
      {"name", "notes"}, or {"error": ...}

Octets travel as hex. Notes and bitmaps are in python-gammu's own form, here and in `info`, the lines of an XPM as text.
"""

import datetime
import json
import sys

import gammu


def plain(value):
    """The same value in JSON's types; octets become {"hex": ...}, times an ISO string."""
    if isinstance(value, bytes):
        return {"hex": value.hex().upper()}
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    return value


def decode(job):
    return plain(gammu.DecodePDU(bytes.fromhex(job["pdu"]), job.get("smsc", False)))


def messages_of(info):
    """The messages that gammu makes of `info`, which python-gammu wants with XPMs in octets."""
    for entry in info["Entries"]:
        for bitmap in entry.get("Bitmap", []):
            bitmap["XPM"] = [line.encode("ascii") for line in bitmap["XPM"]]
    return gammu.EncodeSMS(info)


def encode(job):
    parts = messages_of(job["info"])
    answer = []
    for part in parts:
        part["Number"] = job["number"]
        part["SMSC"] = {"Number": ""}
        answer.append({"pdu": gammu.EncodePDU(part, "Submit").hex().upper(), "text": plain(part["Text"])})
    return {"parts": answer}


def objects(job):
    """The headers of the messages as they are before gammu packs them, sendable or not."""
    return {"headers": [part["UDH"]["Text"].hex().upper() for part in messages_of(job["info"])]}


def read(job):
    """What the messages hold together."""
    info = gammu.DecodeSMS([gammu.DecodePDU(bytes.fromhex(pdu), False) for pdu in job["pdus"]])
    if info is None:
        return {"unread": True}
    for entry in info["Entries"]:
        for bitmap in entry["Bitmap"] or []:
            bitmap["XPM"] = [line.decode("ascii") for line in bitmap["XPM"]]
    return plain(info)


def ringtone(job):
    """The tune of one message to port 5505."""
    tune = gammu.DecodeSMS([gammu.DecodePDU(bytes.fromhex(job["pdu"]), False)])["Entries"][0]["Ringtone"]
    return {"name": tune["Name"], "notes": tune["Notes"]}


OPERATIONS = {"decode": decode, "encode": encode, "objects": objects, "read": read, "ringtone": ringtone}


def main():
    answers = [{"version": gammu.Version()[0]}]
    for job in json.load(sys.stdin):
        try:
            answers.append(OPERATIONS[job["op"]](job))
        except gammu.GSMError as error:
            info = error.args[0] if error.args and isinstance(error.args[0], dict) else {}
            answers.append({"error": type(error).__name__, "text": info.get("Text", str(error))})
        except (ValueError, TypeError, UnicodeError) as error:
            answers.append({"error": type(error).__name__, "text": str(error)})
    json.dump(answers, sys.stdout)


main()
