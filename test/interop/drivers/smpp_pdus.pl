# What Net::SMPP reads of PDUs: a line of hex each on stdin, an object of JSON each on stdout: its command, and all fields in hex.
use strict;
use warnings;
use JSON::PP;
use Net::SMPP;
use IO::Handle;
use Socket;

my $json = JSON::PP->new->canonical;
socketpair(my $ours, my $theirs, AF_UNIX, SOCK_STREAM, PF_UNSPEC) or die "socketpair: $!";
my $link = bless $theirs, 'Net::SMPP';
${*$link}{head_templ} = 'NNNN';
${*$link}{head_len} = 16;
${*$link}{smpp_version} = 0x34;
${*$link}{cmd_version} = 0;
$link->set_version(0x34);
$ours->autoflush(1);

while (my $line = <STDIN>) {
    chomp $line;
    print $ours pack('H*', $line);
    my $pdu = $link->read_pdu or die 'not read';
    my %fields = map { $_ => uc unpack('H*', $pdu->{$_}) } grep { $_ ne 'data' && defined $pdu->{$_} && !ref $pdu->{$_} } keys %$pdu;
    print $json->encode({ command => $pdu->explain_cmd, fields => \%fields }), "\n";
}
