"""Calls a gateway with zeep by its WSDL alone: JSON on stdin, JSON on stdout.

in:  {"wsdl": URL, "jobs": [{"operation": ..., "parts": {name: value, ...}}, ...]}
out: an answer for each: {"parts": {...}} or {"fault": reason}

Values in {"hex": ...} are hexBinary.
"""

import datetime
import json
import sys

import zeep
from zeep.helpers import serialize_object


def value_of(name, value):
    if isinstance(value, list):
        return [value_of(name, each) for each in value]
    if isinstance(value, dict):
        return value["hex"] if "hex" in value else {key: value_of(key, each) for key, each in value.items()}
    return datetime.datetime.fromisoformat(value.replace("Z", "+00:00")) if name in ("created", "Timestamp1") else value


given = json.load(sys.stdin)
client = zeep.Client(given["wsdl"])
answers = []
for job in given["jobs"]:
    try:
        answer = client.service[job["operation"]](**{name: value_of(name, value) for name, value in job["parts"].items()})
        answers.append({"parts": serialize_object(answer, dict)})
    except zeep.exceptions.Fault as fault:
        answers.append({"fault": fault.message})
json.dump(answers, sys.stdout)
