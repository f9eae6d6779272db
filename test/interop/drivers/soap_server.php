<?php
/**
 * Answers SOAP calls on the terms of a WSDL: JSON on stdin, JSON on stdout.
 *
 * in:  {"wsdl": path, "jobs": [{"call": XML, "answer": {...}}, ...]}
 * out: for each {"operation": ..., "arguments": [...], "answer": XML}; hexBinary, of which PHP has the octets, as {"hex": ...}
 */
ini_set('soap.wsdl_cache_enabled', '0');

final class Port
{
    public array $answer = [];
    public ?array $called = null;

    public function __call(string $operation, array $arguments)
    {
        $this->called = ['operation' => $operation, 'arguments' => $arguments];
        return count($this->answer) === 1 ? reset($this->answer) : $this->answer;
    }
}

const BINARY = ['Data', 'DataCodingScheme', 'ProtocolIdentifier', 'UserDataHeader', 'UserData'];

function shown($value, $name = null)
{
    if (is_string($value) && in_array($name, BINARY, true)) {
        return ['hex' => strtoupper(bin2hex($value))];
    }
    if (is_object($value)) {
        $fields = get_object_vars($value);
        return (object) array_combine(array_keys($fields), array_map('shown', $fields, array_keys($fields)));
    }
    return is_array($value) ? array_map(fn ($each) => shown($each), $value) : $value;
}

$input = json_decode(stream_get_contents(STDIN), true, 64, JSON_THROW_ON_ERROR);
$port = new Port();
$server = new SoapServer($input['wsdl'], ['features' => SOAP_SINGLE_ELEMENT_ARRAYS]);
$server->setObject($port);
$seen = [];
foreach ($input['jobs'] as $job) {
    $port->answer = $job['answer'];
    $port->called = null;
    ob_start();
    $server->handle($job['call']);
    $answer = ob_get_clean();
    $seen[] = ['operation' => $port->called['operation'] ?? null, 'arguments' => array_map('shown', $port->called['arguments'] ?? []), 'answer' => $answer];
}
echo json_encode($seen, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
