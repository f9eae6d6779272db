"""Calls a SOAP port with zeep: JSON on stdin, JSON on stdout.

in:  {"base": URL, "namespace": ..., "jobs": [{"operation": ..., "parts": [[name, value], ...]}, ...]}
out: an answer for each: {"parts": {...}} or {"fault": {"code": ..., "reason": ...}}

Job n goes to BASE/n; the WSDL comes from BASE/?wsdl. Values in {"hex": ...} are hexBinary, in {"time": ...} dateTime.
"""

import datetime
import json
import sys

import zeep
from zeep.helpers import serialize_object


def value_of(value):
    if isinstance(value, list):
        return [value_of(each) for each in value]
    if isinstance(value, dict):
        if "hex" in value:
            return value["hex"]
        if "time" in value:
            return datetime.datetime.fromisoformat(value["time"].replace("Z", "+00:00"))
        return {name: value_of(each) for name, each in value.items()}
    return value


job_list = json.load(sys.stdin)
base = job_list["base"]
client = zeep.Client(base + "/?wsdl")
binding = "{%s}MessagingGatewayBinding" % job_list["namespace"]
answers = []
for index, job in enumerate(job_list["jobs"]):
    service = client.create_service(binding, "%s/%d" % (base, index))
    try:
        answer = service[job["operation"]](**{name: value_of(value) for name, value in job["parts"]})
        answers.append({"parts": serialize_object(answer, dict)})
    except zeep.exceptions.Fault as fault:
        answers.append({"fault": {"code": fault.code, "reason": fault.message}})
json.dump(answers, sys.stdout)
