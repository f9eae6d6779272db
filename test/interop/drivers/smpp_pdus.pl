# What Net::SMPP reads of PDUs: a line of hex each on stdin, an object of JSON each on stdout: its command, all fields in hex, and how many octets it
# left; `refused` where it reads none. Each PDU comes from a stream of its own, which ends after it.
use strict;
use warnings;
use JSON::PP;
use Net::SMPP;
use IO::Handle;
use Socket;

# Its remarks about what it reads.
local $SIG{__WARN__} = sub { };
my $json = JSON::PP->new->canonical;

sub read_one {
    my ($octets) = @_;
    socketpair(my $ours, my $theirs, AF_UNIX, SOCK_STREAM, PF_UNSPEC) or die "socketpair: $!";
    my $link = bless $theirs, 'Net::SMPP';
    ${*$link}{head_templ} = 'NNNN';
    ${*$link}{head_len} = 16;
    ${*$link}{smpp_version} = 0x34;
    ${*$link}{cmd_version} = 0;
    $link->set_version(0x34);
    $ours->autoflush(1);
    print $ours $octets;
    shutdown($ours, 1);
    my $pdu = eval { $link->read_pdu } or return { refused => JSON::PP::true };
    my $left = 0;
    while (my $count = sysread($theirs, my $rest, 65536)) { $left += $count }
    my %fields = map { $_ => uc unpack('H*', $pdu->{$_}) } grep { $_ ne 'data' && defined $pdu->{$_} && !ref $pdu->{$_} } keys %$pdu;
    return { command => $pdu->explain_cmd, fields => \%fields, left => $left };
}

while (my $line = <STDIN>) {
    chomp $line;
    print $json->encode(read_one(pack('H*', $line))), "\n";
}
