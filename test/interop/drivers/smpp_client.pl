# A client by Net::SMPP: binds to the port that is given, submits what stdin has (a line of JSON each: fields of submit_sm), answers what is delivered to it,
# unbinds. What happens goes to stdout as JSON, one object a line: {"bind": status}, {"answer": {...}}, {"delivered": {...}}, {"unbind": status}
use strict;
use warnings;
use JSON::PP;
use Net::SMPP;

$| = 1;
my $json = JSON::PP->new->canonical;
sub say_that { print $json->encode({@_}), "\n" }

my ($link, $answer) = Net::SMPP->new_transceiver('127.0.0.1', port => $ARGV[0], system_id => 'perl', password => 'secret', smpp_version => 0x34);
die "no session" unless defined $link && defined $answer;
say_that(bind => $answer->{status}, system_id => $answer->{system_id});

while (my $line = <STDIN>) {
    my $fields = $json->decode($line);
    $fields->{short_message} = pack('H*', $fields->{short_message});
    my $resp = $link->submit_sm(%$fields) or die 'no answer';
    say_that(answer => { status => $resp->{status}, message_id => $resp->{message_id} });
}

my $pdu = $link->read_pdu or die 'nothing delivered';
say_that(delivered => { source_addr => $pdu->{source_addr}, short_message => uc unpack('H*', $pdu->{short_message}), command => $pdu->explain_cmd });
$link->deliver_sm_resp(seq => $pdu->{seq}, message_id => '');
my $bye = $link->unbind or die 'no answer to unbind';
say_that(unbind => $bye->{status});
