/**
 * Why figures that were set as targets are hard to reach. Printed under the targets of a run in which a task falls short.
 * @module
 */

/** What decides about work whose results are large. */
const NEW_MEMORY =
  'This machine takes 18 µs for each page of 4 kB that a process has not had before. Whether the C library gives memory back that it had differs from process to process.';

/** By the task's name: what a profile says its time or size is made of. */
export const REASONS: Readonly<Record<string, string>> = {
  'encode SMS-SUBMIT, GSM 7-bit, 100 characters':
    'the row of `submitText` and `encodeSubmit` says what the message object in between costs. ' +
    'Half of the calls take 0.66 µs, and the mean is 1.2 µs: V8 keeps a result of more than 64 octets outside of its heap, where the collector has to free ' +
    'each by itself. Results out of a pool would be cheaper, and would show the messages of others through `.buffer`. The ratio itself depends on the ' +
    'collector: the peers allocate 7 to 10 kB a call, and take half or twice as long from run to run: it was 6.9, 7.5 and 13.5 in three runs.',
  'count segments, UCS-2, 200 units with emoji at a border':
    'a third of the time is the engine looking for lone surrogates, another the ten characters of `forcedBy`, an object each, which no peer gives. ' +
    'Without both it is ten times the best peer.',
  'count segments, UCS-2, 60 characters':
    'as for 200 units: `forcedBy` is most of what is allocated, and the peer neither gives it nor refuses lone surrogates.',
  'read a MIDI file, 60 notes':
    'midi-file stops at the events. Reading these is 29 % of our time, the collector 15 %; the rest makes a tune of them: one voice, and lengths that a tune has. The ratio was 1.2 to 1.35 in other runs.',
  'bitmap: OTA 72x28 of a photograph of 640x480 (fit, grey, levels, edges, Floyd-Steinberg, pack)':
    'more than half is the mean of each cell of the photograph, for which all of its 307,200 pixels are read; a quarter is the check whether it shows a page ' +
    'of text. The plain loop takes four times as long, and so does jimp, which finds no edges.',
  'encode an SI as WBXML':
    'an earlier run of the same code gave 321,000 a second. The plain loop makes 1.5 times as many. Half is writing the address and the text, which are searched for what has a token or needs an entity.',
  'SI from XML to SMS user data':
    'half of the calls take 6.7 µs, which would be 150,000 a second; the mean is 9.7 µs, since the collector has 6.5 kB of objects and three results outside of ' +
    'its heap to free for each. Reading the XML makes three fifths of the objects.',
  'smpp: a submit_sm of 140 octets to octets':
    'half of the calls take 0.66 µs, and the mean is 1.2 µs, since the collector frees each result outside of the heap by itself. Other runs gave 10 and 11.7.',
  'encode an MMS of ten parts, 300 kB': `one copy of the parts. ${NEW_MEMORY}`,
  'image: PNG 1024x768 to PNG of 256 colours, 128x96': `half of the time is zlib inflating 1.9 MB. ${NEW_MEMORY}`,
  'image: GIF 640x480 to WBMP within 96x65':
    'a quarter is unpacking, a fifth each are the colours of the pixels and the means of the cells. From run to run it takes 3.4 to 5.6 ms, and jimp 7 to 19: the ' +
    'ratio was 2.2 and 2.5 in earlier runs.',
  'image: reading a BMP of 2000x1500 pixels with 24 bits each': `${NEW_MEMORY} Of 50 ms, the 2,200 pages of the result take 40; where they are not new, it takes 9. By itself, minutes after the run, the ratio was 15.7.`,
  'image: PNG 640x480 to an OTA bitmap of 72x28':
    'more than a third is zlib, a sixth the filters of the PNG, a quarter the bitmap. ' +
    `${NEW_MEMORY} The same work takes 8 to 10 ms in place of 4.`,
  'image: JPEG of 640x480 pixels at one quality (85) and at six':
    'this machine, not the code: its speed changes by a third within minutes. By itself the same measurement gave 0.77.',
  'image: JPEG of 176x132 pixels at one quality (85) and at six': 'this machine, not the code: 1.22 by itself.',
  'image: a batch of photographs on two threads':
    'two threads here have less than two processors for themselves; it was 1.54 to 1.7 from run to run.',
  start:
    'reading and compiling the files of the command, 0.45 MB of them for `lint` and 1.1 MB for `inspect`, which asks all formats, is half or more. From Node 22.1 on ' +
    'the command keeps what is compiled; Node 20, which is measured, cannot.',
  'compose an MMS of a deflated ZIP, 300 kB':
    'most of it is inflating; how much of that is the collector, which has more to do in a process that holds more, differs from run to run.',
  playground:
    'one file that needs no server: it holds every reader and writer but those of XML and ZIP, the tables of handsets and of WBXML, and the phone. The longest ' +
    'task is near its bound: of three runs one had none over 50 ms.',
  gateway:
    'each message is on the disk before it is answered, in groups of what came meanwhile; Kannel keeps its messages in a file that is not synced. On SQLite the ' +
    'main thread is busy for 0.15 ms a message: about a tenth each are reading the store, writing to sockets, and the collector, and the rest is spread over ' +
    'some hundred functions. With 8 connections a group is of 4 messages, and what each group costs is shared by so few. ' +
    'On PostgreSQL the two processors are busy: of one gateway 0.75, of the server 0.7, the rest wrk and the disk. A group is one ' +
    'statement; half of what the server does is delivering, which writes each message twice (claimed, delivered) with four entries in indices each time.',
};
