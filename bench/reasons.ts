/**
 * Why a figure that was set as a target is hard to reach, by the task's name: what a profile says its time or size is made of. Printed under the
 * targets of a run in which the task falls short.
 * @module
 */
export const REASONS: Readonly<Record<string, string>> = {
  'encode SMS-SUBMIT, GSM 7-bit, 100 characters':
    'the row of `submitText` and `encodeSubmit` says what the message object in between costs. ' +
    'A third of the time is the allocation of a result of more than 64 octets, which V8 puts outside of its heap, for the plain loop 40 %; results out of ' +
    'a pool would be cheaper, and would show the messages of others through `.buffer`.',
  'count segments, UCS-2, 200 units with emoji at a border':
    'a third of the time is the engine looking for lone surrogates, another the ten characters of `forcedBy`, an object each, which no peer gives. ' +
    'Without both it is ten times the best peer.',
  'read a MIDI file, 60 notes':
    'midi-file stops at the events. Reading these is 29 % of our time, the collector 15 %; the rest makes a tune of them: one voice, and lengths that a tune has.',
  'bitmap: OTA 72x28 of a photograph of 640x480 (fit, grey, levels, edges, Floyd-Steinberg, pack)':
    'more than half is the mean of each cell of the photograph, which reads all of its 307,200 pixels. The plain loop takes two and a half times as long, and so ' +
    'does jimp, which finds no edges.',
  'encode an SI as WBXML':
    'the plain loop makes 1.5 times as many. Half is writing the address and the text, which are searched for what has a token or needs an entity.',
  'SI from XML to SMS user data':
    'the rows of `parseSi` and `encodeSi` say what they take of it, a little more than half. Reading is a fifth looking for what plain XML may not have, and ' +
    'as much for the characters that XML forbids.',
  start: '`node -e 0` itself takes 170 ms on this machine, the rest is compiling the files of the command.',
  'compose an MMS of a deflated ZIP, 300 kB':
    'most of it is inflating; how much of that is the collector, which has more to do in a process that holds more, differs from run to run.',
  playground:
    'one file that needs no server: it holds every reader and writer but those of XML and ZIP, the tables of handsets and of WBXML, and the phone.',
  gateway:
    'each message is on the disk before it is answered, in groups of what came meanwhile: two fifths of the main thread are SQLite committing. Kannel keeps ' +
    'its messages in a file that is not synced.',
};
