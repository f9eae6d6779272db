/**
 * What there is a sample of: the samples themselves take every writer of the library, and are loaded when one is asked for. No DOM here.
 * @module
 */
import type { Format } from '../../inspect/index.js';

/** The sample of each format and what it is in a few words, in the order of the chooser. */
export const SAMPLE_NAMES: readonly (readonly [format: Format, name: string])[] = [
  ['tpdu-mo', 'text to be sent'],
  ['tpdu-mt', 'text that arrives, in UCS-2'],
  ['pdu-mo', 'the same from a modem'],
  ['pdu-mt', 'text that arrives, with its service centre'],
  ['rp', 'the same over SIP'],
  ['cp', 'the same over the radio of GSM'],
  ['hex', 'a long text in two messages'],
  ['log', 'a log of a modem'],
  ['at', 'AT commands that send a text'],
  ['udh', 'operator logo for port 5506'],
  ['nokia-ringtone', 'a ringing tone as phones take it'],
  ['rtttl', 'the same tune as text'],
  ['imelody', 'the same tune for EMS phones'],
  ['emelody', 'the same tune for Ericsson phones'],
  ['motorola', 'the same tune for Motorola phones'],
  ['midi', 'the same tune as MIDI'],
  ['any-rtttl', 'the same tune for an Arduino board'],
  ['wav', 'its first notes as sound'],
  ['ota-bitmap', 'picture of 72x14 pixels'],
  ['operator-logo', 'operator logo without its message'],
  ['picture-message', 'picture with a text'],
  ['wbmp', 'WAP bitmap'],
  ['bmp', 'Windows bitmap'],
  ['nol', 'operator logo in a file'],
  ['ngg', 'group graphic in a file'],
  ['nlm', 'logo manager file'],
  ['npm', 'picture message in a file'],
  ['png', 'PNG of 16x16 pixels'],
  ['jpeg', 'JPEG of 16x16 pixels'],
  ['gif', 'GIF of 16x16 pixels'],
  ['seo', 'picture for Siemens phones'],
  ['wsp-push', 'push of a service indication'],
  ['wbxml', 'service loading'],
  ['push-xml', 'service indication as XML'],
  ['mms', 'multimedia message with text and picture'],
  ['smil', 'presentation of two slides'],
  ['vcard', 'business card'],
  ['vcalendar', 'appointment'],
  ['sckl', 'ringing tone in a text message'],
  ['smpp', 'submit_sm with an operator logo'],
  ['smpp-json', 'the same as fields'],
  ['kannel', 'the same for Kannel'],
  ['form', 'the same for the gateway'],
  ['soap', 'request for the balance'],
  ['jad', 'descriptor of a game'],
  ['zip', 'archive of one file'],
  ['base64', 'base64 of a picture'],
  ['json', 'settings'],
  ['xml', 'a WAP page'],
  ['html', 'a page of the time'],
  ['text', 'plain text'],
];

/** The sample that the page begins with, which waits for nothing: an operator logo for port 5506. */
export const FIRST_SAMPLE = { format: 'udh', hex: '0605041582000032F40100100701000045C844887C88448045C80000' } as const;
