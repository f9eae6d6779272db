<?php
/**
 * Calls a SOAP port: JSON on stdin, JSON on stdout.
 *
 * in:  {"base": URL, "namespace": ..., "mode": "wsdl" | "structs" | "maps", "jobs": [{"operation": ..., "parts": [[name, value], ...]}, ...]}
 * out: an answer for each: {"parts": {...}} or {"fault": {"code": ..., "reason": ...}}
 *
 * Job n goes to BASE/n. With the WSDL (BASE/?wsdl) values are typed by it; without, structures are objects ("structs") or arrays, which PHP writes
 * as maps. Of the WSDL's hexBinary PHP has the octets, so values in {"hex": ...} are made octets in that mode and stay text in the others;
 * those in {"time": ...} are text in all. Objects that are equal are one object, which PHP writes once and refers to.
 */
ini_set('soap.wsdl_cache_enabled', '0');

function valueOf($value, string $mode)
{
    if (is_object($value)) {
        if (isset($value->hex)) {
            return $mode === 'wsdl' ? hex2bin($value->hex) : $value->hex;
        }
        if (isset($value->time)) {
            return $value->time;
        }
        $fields = array_map(fn ($each) => valueOf($each, $mode), get_object_vars($value));
        if ($mode === 'maps') {
            return $fields;
        }
        static $objects = [];
        return $objects[serialize($fields)] ??= (object) $fields;
    }
    return is_array($value) ? array_map(fn ($each) => valueOf($each, $mode), $value) : $value;
}

$input = json_decode(stream_get_contents(STDIN), false, 64, JSON_THROW_ON_ERROR);
$common = ['exceptions' => true, 'keep_alive' => true];
$client = $input->mode === 'wsdl'
    ? new SoapClient("$input->base/?wsdl", $common + ['features' => SOAP_SINGLE_ELEMENT_ARRAYS])
    : new SoapClient(null, $common + ['location' => $input->base, 'uri' => $input->namespace, 'style' => SOAP_RPC, 'use' => SOAP_ENCODED]);
$answers = [];
foreach ($input->jobs as $index => $job) {
    $client->__setLocation("$input->base/$index");
    $arguments = [];
    foreach ($job->parts as [$name, $value]) {
        $made = valueOf($value, $input->mode);
        $arguments[] = $input->mode === 'wsdl' ? $made : new SoapParam($made, $name);
    }
    try {
        $answers[] = ['parts' => $client->__soapCall($job->operation, $arguments)];
    } catch (SoapFault $fault) {
        $answers[] = ['fault' => ['code' => $fault->faultcode, 'reason' => $fault->faultstring]];
    }
}
echo json_encode($answers, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
