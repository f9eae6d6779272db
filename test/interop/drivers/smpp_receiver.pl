# A receiver by Net::SMPP: binds to the port that is given with the name and the password that are given, answers so many PDUs, and unbinds. What comes goes to
# stdout as JSON, one object a line: {"bind": status}, {"delivered": {...}}, {"unbind": status}
use strict;
use warnings;
use JSON::PP;
use Net::SMPP;

$| = 1;
my ($port, $name, $password, $count) = @ARGV;
my $json = JSON::PP->new->canonical;
sub say_that { print $json->encode({@_}), "\n" }

my ($link, $answer) = Net::SMPP->new_receiver('127.0.0.1', port => $port, system_id => $name, password => $password, smpp_version => 0x34);
die "no session" unless defined $link && defined $answer;
say_that(bind => $answer->{status}, system_id => $answer->{system_id});

for (1 .. $count) {
    my $pdu = $link->read_pdu or die 'nothing delivered';
    my %fields = map { $_ => $pdu->{$_} } qw(source_addr destination_addr source_addr_ton dest_addr_ton esm_class data_coding receipted_message_id message_state);
    $fields{message_state} = unpack('C', $fields{message_state}) if defined $fields{message_state};
    $fields{receipted_message_id} =~ s/\0$// if defined $fields{receipted_message_id};
    say_that(delivered => { %fields, short_message => uc unpack('H*', $pdu->{short_message}), command => $pdu->explain_cmd });
    $link->deliver_sm_resp(seq => $pdu->{seq}, message_id => '');
}
my $bye = $link->unbind or die 'no answer to unbind';
say_that(unbind => $bye->{status});
