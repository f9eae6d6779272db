# Works through a batch of jobs for Encode::GSM0338 and pack: JSON on stdin, JSON on stdout.
#
# in:  [{"hex": OCTETS} | {"text": TEXT} | {"packed": OCTETS, "septets": COUNT, "fillBits": BITS} | {"unpacked": OCTETS, "fillBits": BITS}, ...]
# out: [{"text": ...} | {"hex": ...} | {"refused": true}, ...]
use strict;
use warnings;
use Encode ();
use JSON::PP;

my $gsm = Encode::find_encoding('gsm0338');
my $jobs = decode_json(do { local $/; <STDIN> });

sub hex_of { return uc unpack 'H*', $_[0] }

sub answer {
    my ($job) = @_;
    if (exists $job->{hex}) {
        my $octets = pack 'H*', $job->{hex};
        return { text => $gsm->decode($octets, Encode::FB_CROAK) };
    }
    if (exists $job->{text}) {
        my $text = $job->{text};
        return { hex => hex_of($gsm->encode($text, Encode::FB_CROAK)) };
    }
    # As its manual packs and unpacks septets, with bits before the first.
    if (exists $job->{packed}) {
        my $bits = substr unpack('b*', pack 'H*', $job->{packed}), $job->{fillBits};
        return { hex => hex_of(substr pack('(b*)*', unpack '(A7)*', $bits), 0, $job->{septets}) };
    }
    my $bits = join '', map { substr $_, 0, 7 } unpack '(A8)*', unpack 'b*', pack 'H*', $job->{unpacked};
    return { hex => hex_of(pack 'b*', ('0' x $job->{fillBits}) . $bits) };
}

my @answers = map { my $job = $_; eval { answer($job) } // { refused => JSON::PP::true } } @$jobs;
print encode_json(\@answers);
