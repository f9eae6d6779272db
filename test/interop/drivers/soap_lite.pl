# Calls a SOAP port with SOAP::Lite: JSON on stdin, JSON on stdout.
#
# in:  {"base": URL, "namespace": ..., "jobs": [{"operation": ..., "parts": [[name, value], ...]}, ...]}
# out: an answer for each: {"parts": {...}} or {"fault": {"code": ..., "reason": ...}}
#
# Job n goes to BASE/n. Types are what SOAP::Lite guesses; of text that is not ASCII it makes base64, unless (every other time) it is told a type.
use strict;
use warnings;
use JSON::PP;
use SOAP::Lite;

my $turn = 0;

sub data {
    my ($name, $value) = @_;
    return map { data($name, $_) } @$value if ref $value eq 'ARRAY';
    $value = $value->{hex} // $value->{time} if ref $value eq 'HASH' and (exists $value->{hex} or exists $value->{time});
    my $data = SOAP::Data->name($name);
    if (ref $value eq 'HASH') {
        my @inner = map { data($_, $value->{$_}) } sort keys %$value;
        return @inner ? $data->value(\SOAP::Data->value(@inner)) : $data->value('')->type('');
    }
    return $data->value($value) unless defined $value and $value =~ /[^\x20-\x7e]/;
    return $data->type(string => $value) if $turn++ % 2;
    utf8::encode(my $octets = $value);
    return $data->value($octets);
}

# SOAP::Lite blesses what has a type of its own.
sub plain {
    my ($value) = @_;
    return { map { $_ => plain($value->{$_}) } keys %$value } if UNIVERSAL::isa($value, 'HASH');
    return [map { plain($_) } @$value] if UNIVERSAL::isa($value, 'ARRAY');
    return $value;
}

my $input = decode_json(do { local $/; <STDIN> });
my @answers;
my $index = 0;
for my $job (@{ $input->{jobs} }) {
    my $lite = SOAP::Lite->uri($input->{namespace})->proxy("$input->{base}/$index")->on_fault(sub { $_[1] });
    $index++;
    my $answer = $lite->call($job->{operation}, map { data(@$_) } @{ $job->{parts} });
    if (not ref $answer) {
        push @answers, { fault => { code => 'transport', reason => $answer } };
    }
    elsif ($answer->fault) {
        push @answers, { fault => { code => $answer->faultcode, reason => $answer->faultstring } };
    }
    else {
        push @answers, { parts => plain($answer->body->{"$job->{operation}Response"}) };
    }
}
print encode_json(\@answers);
