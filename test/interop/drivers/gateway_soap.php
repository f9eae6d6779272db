<?php
/**
 * Calls a gateway by its WSDL alone: JSON on stdin, JSON on stdout.
 *
 * in:  {"wsdl": URL, "jobs": [{"operation": ..., "parts": {name: value, ...}}, ...]}
 * out: an answer for each: {"parts": {...}} or {"fault": reason}
 *
 * Parts are in the WSDL's order. PHP has hexBinary as octets, so values in {"hex": ...} are made octets.
 */
ini_set('soap.wsdl_cache_enabled', '0');

function valueOf($value)
{
    if (is_object($value)) {
        return isset($value->hex) ? hex2bin($value->hex) : (object) array_map('valueOf', get_object_vars($value));
    }
    return is_array($value) ? array_map('valueOf', $value) : $value;
}

$input = json_decode(stream_get_contents(STDIN), false, 64, JSON_THROW_ON_ERROR);
$client = new SoapClient($input->wsdl, ['exceptions' => true, 'features' => SOAP_SINGLE_ELEMENT_ARRAYS]);
$answers = [];
foreach ($input->jobs as $job) {
    try {
        $answers[] = ['parts' => $client->__soapCall($job->operation, array_map('valueOf', array_values((array) $job->parts)))];
    } catch (SoapFault $fault) {
        $answers[] = ['fault' => $fault->faultstring];
    }
}
echo json_encode($answers, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
