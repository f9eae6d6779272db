"""Works through a batch of cards and calendars for python3-vobject and python-gammu: JSON on stdin, JSON on stdout.

in:  [{"op": "vobject-card" | "vobject-calendar" | "gammu-card" | "gammu-vcs" | "gammu-ics", "text": ...}
      | {"op": "gammu-write-card", "entries": [[type, value], ...]}
      | {"op": "gammu-write-calendar", "entries": [[type, value], ...], "type": ...}, ...]
out: an answer for each: plain objects, {"text": ...}, {"error": ...} or {"died": true}

Times travel in ISO form, with Z where the program says that they are UTC.
"""

import datetime
import json
import os
import sys

import gammu
import vobject


def iso(value):
    if isinstance(value, datetime.datetime):
        text = value.replace(tzinfo=None).isoformat()
        return text + "Z" if value.tzinfo is not None and value.utcoffset() == datetime.timedelta(0) else text
    if isinstance(value, datetime.timedelta):
        return value.total_seconds()
    return value.isoformat() if isinstance(value, datetime.date) else value


def types_of(line):
    return [each.upper() for each in line.params.get("TYPE", []) + line.singletonparams]


NAMES = ("family", "given", "additional", "prefix", "suffix")
ADDRESS = ("box", "extended", "street", "city", "region", "code", "country")


def vobject_card(job):
    card = vobject.readOne(job["text"], allowQP=True).contents
    answer = {name: card[name][0].value for name in ("version", "fn", "title", "role", "note", "url", "bday", "org") if name in card}
    if "n" in card:
        answer["n"] = [getattr(card["n"][0].value, part) for part in NAMES]
    for name in ("tel", "email"):
        answer[name] = [{"value": line.value, "types": types_of(line)} for line in card.get(name, [])]
    answer["adr"] = [
        {"value": [getattr(line.value, part) for part in ADDRESS], "types": types_of(line)} for line in card.get("adr", [])
    ]
    return answer


def vobject_calendar(job):
    calendar = vobject.readOne(job["text"], allowQP=True)
    event = calendar.vevent.contents
    answer = {"version": calendar.version.value}
    for name in ("summary", "description", "location", "dtstart", "dtend", "rrule", "dalarm", "categories"):
        if name in event:
            answer[name] = iso(event[name][0].value)
    if "valarm" in event:
        answer["trigger"] = iso(event["valarm"][0].trigger.value)
    return answer


def entries_of(found):
    return [[entry["Type"], iso(entry["Value"])] for entry in found["Entries"]]


def gammu_card(job):
    return {"entries": entries_of(gammu.DecodeVCARD(job["text"]))}


def gammu_vcs(job):
    found = gammu.DecodeVCS(job["text"])
    return {"type": found["Type"], "entries": entries_of(found)}


def gammu_ics(job):
    found = gammu.DecodeICS(job["text"])
    return {"type": found["Type"], "entries": entries_of(found)}


def entries_for(job):
    """Entries in python-gammu's form: times as datetime."""
    for kind, value in job["entries"]:
        is_time = kind == "Date" or kind.endswith("DATETIME")
        yield {"Type": kind, "Value": datetime.datetime.fromisoformat(value) if is_time else value}


def gammu_write_card(job):
    return {"text": gammu.EncodeVCARD({"Entries": list(entries_for(job)), "Location": 1, "MemoryType": "ME"})}


def gammu_write_calendar(job):
    """gammu writes a calendar only into messages."""
    entry = {"Type": job["type"], "Location": 1, "Entries": list(entries_for(job))}
    parts = gammu.EncodeSMS({"Entries": [{"ID": "NokiaVCALENDAR10Long", "Calendar": entry}]})
    return {"text": b"".join(part["Text"] if isinstance(part["Text"], bytes) else part["Text"].encode() for part in parts).decode()}


OPERATIONS = {
    "vobject-card": vobject_card,
    "vobject-calendar": vobject_calendar,
    "gammu-card": gammu_card,
    "gammu-vcs": gammu_vcs,
    "gammu-ics": gammu_ics,
    "gammu-write-card": gammu_write_card,
    "gammu-write-calendar": gammu_write_calendar,
}


def answer_to(job):
    try:
        return OPERATIONS[job["op"]](job)
    except Exception as error:  # whatever the program thinks of it is an answer
        return {"error": type(error).__name__, "text": str(error)}


def in_child(job):
    """The answer out of a process of its own, since gammu now and then writes behind its memory and dies."""
    source, target = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(source)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        with os.fdopen(target, "w") as out:
            json.dump(answer_to(job), out)
        os._exit(0)
    os.close(target)
    with os.fdopen(source) as answer:
        text = answer.read()
    _, status = os.waitpid(child, 0)
    return json.loads(text) if status == 0 else {"died": True}


def main():
    json.dump([in_child(job) if "write" in job["op"] else answer_to(job) for job in json.load(sys.stdin)], sys.stdout, default=bytes.decode)


main()
