<?php
// An adapter of the conformance pack with the functions that PHP has.
declare(strict_types=1);

final class Refused extends Exception
{
}

function unpackSeptets(string $octets, array $options): array
{
    $septets = '';
    for ($i = 0; $i < $options['septets']; $i++) {
        $septet = 0;
        for ($bit = 0; $bit < 7; $bit++) {
            $at = $options['fillBits'] + 7 * $i + $bit;
            $septet |= (ord($octets[intdiv($at, 8)]) >> $at % 8 & 1) << $bit;
        }
        $septets .= chr($septet);
    }
    return ['septets' => strtoupper(bin2hex($septets))];
}

function packSeptets(array $value, array $options): string
{
    $septets = hex2bin($value['septets']);
    $octets = array_fill(0, intdiv($options['fillBits'] + 7 * strlen($septets) + 7, 8), 0);
    for ($at = 0; $at < 7 * strlen($septets); $at++) {
        $to = $options['fillBits'] + $at;
        $octets[intdiv($to, 8)] |= (ord($septets[intdiv($at, 7)]) >> $at % 7 & 1) << $to % 8;
    }
    return pack('C*', ...$octets);
}

function readPorts(string $octets): array
{
    $bits = 4 * ord($octets[2]);
    [$destination, $originator] = array_values(unpack($bits === 16 ? 'n2' : 'C2', $octets, 3));
    return ['portBits' => $bits, 'destinationPort' => $destination, 'originatorPort' => $originator];
}

function writePorts(array $value): string
{
    $ports = pack($value['portBits'] === 16 ? 'n2' : 'C2', $value['destinationPort'], $value['originatorPort']);
    return pack('C3', strlen($ports) + 2, $value['portBits'] === 16 ? 5 : 4, strlen($ports)) . $ports;
}

function readNumber(string &$octets): int
{
    $number = 0;
    do {
        if ($octets === '') {
            throw new Refused('truncated');
        }
        $octet = ord($octets[0]);
        $octets = substr($octets, 1);
        $number = $number << 7 | $octet & 127;
    } while ($octet > 127);
    return $number;
}

function readWbmp(string $octets): array
{
    if (readNumber($octets) !== 0 || readNumber($octets) !== 0) {
        throw new Refused('bad-value');
    }
    [$width, $height] = [readNumber($octets), readNumber($octets)];
    $stride = intdiv($width + 7, 8);
    if ($width === 0 || $height === 0) {
        throw new Refused('bad-value');
    }
    if (strlen($octets) !== $stride * $height) {
        throw new Refused(strlen($octets) < $stride * $height ? 'truncated' : 'trailing');
    }
    $bits = fn (string $octet): string => sprintf('%08b', ord($octet));
    $row = fn (string $line): string => strtr(substr(implode('', array_map($bits, str_split($line))), 0, $width), '01', '#.');
    return ['rows' => array_map($row, str_split($octets, $stride))];
}

function writeNumber(int $number): string
{
    $octets = chr($number & 127);
    while ($number >>= 7) {
        $octets = chr($number & 127 | 128) . $octets;
    }
    return $octets;
}

function writeWbmp(array $value): string
{
    $octet = fn (string $bits): string => chr(bindec(str_pad($bits, 8, '0')));
    $line = fn (string $row): string => implode('', array_map($octet, str_split(strtr($row, '#.', '01'), 8)));
    $rows = $value['rows'];
    return "\0\0" . writeNumber(strlen($rows[0])) . writeNumber(count($rows)) . implode('', array_map($line, $rows));
}

$formats = [
    'gsm7-packing' => ['unpackSeptets', 'packSeptets'],
    'udh' => ['readPorts', 'writePorts'],
    'wbmp' => ['readWbmp', 'writeWbmp'],
    'percent-encoding' => [fn (string $text) => ['text' => rawurldecode($text)], fn (array $value) => rawurlencode($value['text'])],
];

function answer(array $question, array $functions): array
{
    ['direction' => $direction, 'input' => $input, 'options' => $options] = $question;
    try {
        if ($direction === 'decode') {
            return ['value' => $functions[0](isset($input['hex']) ? hex2bin($input['hex']) : $input['text'], $options)];
        }
        $written = $functions[1]($input['value'], $options);
        return $question['format'] === 'percent-encoding' ? ['text' => $written] : ['hex' => bin2hex($written)];
    } catch (Refused $refused) {
        return ['refused' => ['reason' => $refused->getMessage()]];
    }
}

function say(array $line): void
{
    echo json_encode($line, JSON_THROW_ON_ERROR), "\n";
    flush();
}

say(['name' => "PHP's functions", 'version' => PHP_VERSION, 'formats' => array_keys($formats)]);
while (($line = fgets(STDIN)) !== false) {
    $question = json_decode($line, true, 512, JSON_THROW_ON_ERROR);
    say(['id' => $question['id']] + answer($question, $formats[$question['format']]));
}
