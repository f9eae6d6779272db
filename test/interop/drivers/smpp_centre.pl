# A service centre by Net::SMPP for one session, on a free port or the one that is given. What happens goes to stdout as JSON, one object a line:
#
#   {"listening": PORT}, {"bind": {...}}, {"submit": {fields, octets in hex}}, {"answer": {"status": n}} to what it delivered, {"unbind": 1}
#
# It answers each submit_sm with an id of its own and follows with a receipt: in turn as text alone, as parameters alone, and undeliverable.
# After the bind it delivers a message of a handset in two parts.
use strict;
use warnings;
use JSON::PP;
use Net::SMPP;

$| = 1;
my $json = JSON::PP->new->canonical;
sub say_that { print $json->encode({@_}), "\n" }

my $listener = Net::SMPP->new_listen('127.0.0.1', port => $ARGV[0] // 0, smpp_version => 0x34, timeout => 120) or die "listen: $!";
say_that(listening => $listener->sockport + 0);
my $link = $listener->accept or die "accept: $!";
$link->set_version(0x34);
$link->autoflush(1);

my $count = 0;

sub deliver {
    $link->deliver_sm(
        source_addr_ton  => 1,
        source_addr_npi  => 1,
        source_addr      => '447700900123',
        dest_addr_ton    => 1,
        dest_addr_npi    => 1,
        destination_addr => '447700900001',
        @_,
        async => 1,
    );
}

# From the recipient, as of service centres.
sub receipt {
    my ($id, $recipient) = @_;
    my $text = sub { "id:$id sub:001 dlvrd:001 submit date:2603040506 done date:2603040507 stat:$_[0] err:000 text:" };
    my $kind = $count % 3;
    if ($kind == 1) { deliver(source_addr => $recipient, esm_class => 4, short_message => $text->('DELIVRD')) }
    elsif ($kind == 2) {
        deliver(source_addr => $recipient, esm_class => 4, short_message => '', receipted_message_id => "$id\0", message_state => chr(2));
    }
    else { deliver(source_addr => $recipient, esm_class => 4, short_message => $text->('UNDELIV')) }
}

while (my $pdu = $link->read_pdu) {
    my $command = $pdu->explain_cmd;
    if ($command eq 'bind_transceiver') {
        say_that(bind => { map { $_ => $pdu->{$_} } qw(system_id password system_type interface_version) });
        $link->bind_transceiver_resp(seq => $pdu->{seq}, system_id => 'centre');
        # GSM 7-bit, a septet an octet; the escape of the euro sign is cut from its code.
        deliver(esm_class => 0x40, data_coding => 0, short_message => pack('H*', '0500032A0201') . "Yes, 5 \x1b");
        deliver(esm_class => 0x40, data_coding => 0, short_message => pack('H*', '0500032A0202') . "e please");
    }
    elsif ($command eq 'submit_sm') {
        my %fields = map { $_ => $pdu->{$_} } qw(service_type source_addr_ton source_addr_npi source_addr dest_addr_ton dest_addr_npi
          destination_addr esm_class protocol_id validity_period registered_delivery data_coding);
        say_that(submit => { %fields, short_message => uc unpack('H*', $pdu->{short_message}) });
        my $id = 'pl-' . ++$count;
        $link->submit_sm_resp(seq => $pdu->{seq}, message_id => $id);
        receipt($id, $pdu->{destination_addr});
    }
    elsif ($command eq 'deliver_sm_resp') { say_that(answer => { status => $pdu->{status} }) }
    elsif ($command eq 'enquire_link') { $link->enquire_link_resp(seq => $pdu->{seq}) }
    elsif ($command eq 'unbind') {
        say_that(unbind => 1);
        $link->unbind_resp(seq => $pdu->{seq});
        last;
    }
}
