"""Reads and writes archives of messages with other programs: JSON on stdin, JSON on stdout.

in:  [{"op": "gammu", "text": ...} | {"op": "gammu-write", "messages": [...]} | {"op": "xml", "text": ...} | {"op": "json", "text": ...}
      | {"op": "eml", "hex": ...} | {"op": "eml-write", "message": {...}} | {"op": "zip", "hex": ...}, ...]
out: [answer, ...]; octets travel as hex; null for a ZIP archive that is refused
"""

import datetime
import email
import email.message
import email.policy
import email.utils
import io
import json
import os
import sys
import tempfile
import xml.etree.ElementTree
import zipfile
import zlib

import gammu


def gammu_read(job):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.smsbackup")
        with open(path, "wb") as file:
            file.write(job["text"].encode("utf-8"))
        return [
            {
                "type": sms["Type"],
                "state": sms["State"],
                "number": sms["Number"],
                "text": sms["Text"].hex() if isinstance(sms["Text"], bytes) else sms["Text"],
                "coding": sms["Coding"],
                "time": sms["DateTime"] and sms["DateTime"].isoformat(),
                "folder": sms["Folder"],
                "udh": sms["UDH"]["Text"].hex(),
                "smsc": sms["SMSC"]["Number"],
            }
            for sms in gammu.ReadSMSBackup(path)
        ]


def gammu_write(job):
    messages = []
    for each in job["messages"]:
        coding = each["coding"]
        text = bytes.fromhex(each["text"]) if coding == "8bit" else each["text"]
        udh = bytes.fromhex(each["udh"])
        messages.append(
            {
                "SMSC": {"Number": each["smsc"], "Name": "", "Format": "Text", "Validity": "NA", "DefaultNumber": "", "Location": 0},
                "UDH": {"Type": "UserUDH" if udh else "NoUDH", "Text": udh, "ID8bit": -1, "ID16bit": -1, "PartNumber": -1, "AllParts": -1},
                "Folder": each["folder"], "InboxFolder": 0, "Location": 1, "Memory": "SM", "Name": "",
                "DateTime": datetime.datetime.fromisoformat(each["time"]),
                "SMSCDateTime": datetime.datetime.fromisoformat(each["time"]),
                "DeliveryStatus": 0, "ReplyViaSameSMSC": 0, "Class": -1, "MessageReference": 0, "ReplaceMessage": 0,
                "RejectDuplicates": 0, "Text": text, "Number": each["number"], "Type": each["type"], "Coding": coding,
                "State": each["state"],
            }
        )
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.smsbackup")
        gammu.SaveSMSBackup(path, messages)
        with open(path, "rb") as file:
            return file.read().decode("utf-8", "replace")


def xml_read(job):
    root = xml.etree.ElementTree.fromstring(job["text"].encode("utf-8"))
    return [
        {
            "tag": each.tag,
            "attributes": dict(each.attrib),
            "parts": [dict(part.attrib) for part in each.iter("part")],
            "addrs": [dict(addr.attrib) for addr in each.iter("addr")],
        }
        for each in root
    ]


def json_read(job):
    return [json.loads(line) for line in job["text"].split("\n") if line]


def addresses(message, name):
    return [list(pair) for pair in email.utils.getaddresses(message.get_all(name, []))]


def eml_read(job):
    message = email.message_from_bytes(bytes.fromhex(job["hex"]), policy=email.policy.default)
    leaves = [part for part in message.walk() if not part.is_multipart()]
    return {
        "subject": message["Subject"],
        "date": message["Date"] and message["Date"].datetime.isoformat(),
        "from": [[str(each.display_name), each.username] for each in (message["From"].addresses if message["From"] else [])],
        "to": [[str(each.display_name), each.username] for each in (message["To"].addresses if message["To"] else [])],
        "type": message.get_content_type(),
        "defects": [type(each).__name__ for part in message.walk() for each in part.defects],
        "parts": [
            {
                "type": part.get_content_type(),
                "charset": part.get_content_charset(),
                "name": part.get_param("name") and email.utils.collapse_rfc2231_value(part.get_param("name")),
                "filename": part.get_filename(),
                "id": part["Content-ID"],
                "data": (part.get_payload(decode=True) or b"").hex(),
            }
            for part in leaves
        ],
    }


def eml_write(job):
    given = job["message"]
    message = email.message.EmailMessage()
    message["From"] = email.headerregistry.Address(given["name"], given["user"], "mail.example")
    message["To"] = "b@mail.example"
    message["Subject"] = given["subject"]
    message["Date"] = datetime.datetime.fromisoformat(given["date"])
    message.set_content(given["text"], cte=given["cte"])
    for part in given["parts"]:
        main, sub = part["type"].split("/")
        message.add_attachment(bytes.fromhex(part["data"]), maintype=main, subtype=sub, filename=part["name"])
    return message.as_bytes(policy=email.policy.SMTP).hex()


def zip_read(job):
    try:
        with zipfile.ZipFile(io.BytesIO(bytes.fromhex(job["hex"]))) as archive:
            files = [(info.filename, archive.read(info)) for info in archive.infolist() if not info.filename.endswith("/")]
    # What its documentation names, and what unpacking and reading throw.
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error, OSError, ValueError):
        return None
    return [{"name": name, "octets": len(data), "crc32": zlib.crc32(data)} for name, data in files]


WORK = {
    "gammu": gammu_read,
    "gammu-write": gammu_write,
    "xml": xml_read,
    "json": json_read,
    "eml": eml_read,
    "eml-write": eml_write,
    "zip": zip_read,
}


def main():
    json.dump([WORK[job["op"]](job) for job in json.load(sys.stdin)], sys.stdout)


import email.headerregistry  # noqa: E402

main()
