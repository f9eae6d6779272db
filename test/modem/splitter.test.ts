import { describe, expect, it } from 'vitest';
import { encodeLatin1 } from '../../src/bytes/latin1.js';
import { LineSplitter, type ModemPiece } from '../../src/modem/splitter.js';

const octets = (text: string) => encodeLatin1(text, 'text');

interface Options {
  readonly awaitsPrompt?: boolean;
  readonly modemLineOctets?: number;
}

/** The lines of some pieces of a stream: a text, with `...` after it where it is cut; `>` for a prompt. */
function split(pieces: readonly string[], { awaitsPrompt = false, modemLineOctets }: Options = {}): string[] {
  const splitter = new LineSplitter(modemLineOctets === undefined ? undefined : { limits: { modemLineOctets } });
  splitter.awaitsPrompt = awaitsPrompt;
  return pieces.flatMap((piece) => [...splitter.split(octets(piece))].map(show));
}

function show(piece: ModemPiece): string {
  if (piece.kind === 'prompt') return 'prompt';
  return piece.isCut ? `${piece.text}...` : piece.text;
}

describe('lines', () => {
  it.each([
    ['CR', 'a\rb\r', ['a', 'b']],
    ['LF', 'a\nb\n', ['a', 'b']],
    ['CR LF', 'a\r\nb\r\n', ['a', 'b']],
    ['LF CR', 'a\n\rb\n\r', ['a', 'b']],
    ['nothing yet', 'a\r\nb', ['a']],
    ['several of them', '\r\n\r\n\ra\r\r\n\n\r\n', ['a']],
  ])('end with %s', (_, text, lines) => {
    expect(split([text])).toEqual(lines);
    expect(split([...text])).toEqual(lines);
  });

  it('have neither NUL nor signs of flow control', () => {
    expect(split(['\0a\x11b\x13\0c\0\r\n\x11\r\n\x12\r'])).toEqual(['abc', '\x12']);
  });

  it('keep blanks, and octets of more than seven bits', () => {
    expect(split([' a \xe4\xff \r'])).toEqual([' a \xe4\xff ']);
  });

  it('have as many octets as the limit; of more the beginning is kept', () => {
    const limit = { modemLineOctets: 4 };
    expect(split(['1234\r12345\r12\r'], limit)).toEqual(['1234', '1234...', '12']);
    expect(split(['12', '34', '\r', '12', '345', '6\r', '1\r'], limit)).toEqual(['1234', '1234...', '1']);
    expect(split(['1\0\0\x00\x11234\r'], limit)).toEqual(['1234']);
  });

  it('are split from octets only', () => {
    expect(() => [...new LineSplitter().split('a\r' as never)]).toThrow(TypeError);
  });
});

describe('a prompt', () => {
  it.each([
    ['has a blank', '\r\n> ', ['prompt']],
    ['has text right after it', '\r\n> ABCD\r\n', ['prompt', 'ABCD']],
    ['has one blank only', '>  x\r', ['prompt', ' x']],
    ['without its blank is none', '\r\n>\r\n', ['>']],
    ['without its blank is the beginning of a line', '>x\r', ['>x']],
    ['within a line is none', 'a> \r', ['a> ']],
    ['after a blank is none', ' > \r', [' > ']],
    ['may come again', '> > ', ['prompt', 'prompt']],
  ])('that nobody waits for %s', (_, text, pieces) => {
    expect(split([text])).toEqual(pieces);
    expect(split([...text])).toEqual(pieces);
  });

  it.each([
    ['may have its blank', '\r\n> \r\nx\r', ['prompt', 'x']],
    ['may have no blank', '\r\n>\r\nx\r', ['prompt', 'x']],
    ['takes one blank only', '>  x\r', ['prompt', ' x']],
    ['takes only the blank right after it', '>a b c\r', ['prompt', 'a b c']],
    ['within a line is none', 'a>\r', ['a>']],
  ])('that is awaited %s', (_, text, pieces) => {
    expect(split([text], { awaitsPrompt: true })).toEqual(pieces);
    expect(split([...text], { awaitsPrompt: true })).toEqual(pieces);
  });
});

describe('a text in quotation marks', () => {
  it.each([
    ['CR LF in it', ['+CUSD: 1,"a\r\nb",15\r\n'], ['+CUSD: 1,"a\nb",15']],
    ['CR and LF in it, apart', ['+CUSD: 1,"a\rb\nc",15\r\n'], ['+CUSD: 1,"a\nb\nc",15']],
    ['empty lines in it', ['+CUSD: 1,"a\r\n\r\n\rb",15\r\n'], ['+CUSD: 1,"a\n\n\nb",15']],
    ['its end at the end of its line', ['+CUSD: 1,"a"\r\nOK\r\n'], ['+CUSD: 1,"a"', 'OK']],
    ['its end before a coding with blanks', ['+CUSD: 1,"a" , 15 \r\nOK\r\n'], ['+CUSD: 1,"a" , 15 ', 'OK']],
    ['no end before a coding of four digits', ['+CUSD: 1,"a",1234\r\nb"\r\n'], ['+CUSD: 1,"a",1234\nb"']],
    ['no beginning', ['+CUSD: 1\r\nOK\r\n'], ['+CUSD: 1', 'OK']],
    ['nothing in it', ['+CUSD: 1,""\r\nOK\r\n'], ['+CUSD: 1,""', 'OK']],
    ['another name', ['+COPS: 0,0,"a\r\nOK\r\n'], ['+COPS: 0,0,"a', 'OK']],
    ['its name further on', ['x +CUSD: 1,"a\r\nOK\r\n'], ['x +CUSD: 1,"a', 'OK']],
  ])('may have %s', (_, text, lines) => {
    expect(split(text)).toEqual(lines);
  });

  it.each([
    ['+CMTI: "SM",1'],
    ['+CMT: ,30'],
    ['+CDS: 25'],
    ['+CDSI: "SR",1'],
    ['+CBM: 88'],
    ['+CMGS: 5'],
    ['+CMGL: 1,1,,30'],
    ['+CMGR: 1,,30'],
    ['+CMS ERROR: 500'],
    ['+CME ERROR: 10'],
    ['^RSSI: 1'],
    ['RING'],
  ])('that does not end is cut before %s', (line) => {
    expect(split([`+CUSD: 1,"a\r\nb\r\n${line}\r\nOK\r\n`])).toEqual(['+CUSD: 1,"a\nb...', line, 'OK']);
  });

  it.each(['OK', 'RINGING', 'x RING', '+CSQ: 1', 'x +CMTI: 1'])('has %s as words', (line) => {
    expect(split([`+CUSD: 1,"a\r\n${line}\r\nb"\r\n`])).toEqual([`+CUSD: 1,"a\n${line}\nb"`]);
  });

  it('that does not end is cut before the next, which goes on', () => {
    const text = '+CUSD: 1,"a\r\n+CUSD: 0,"b\r\nc",15\r\n+CSQ: 1\r\n';
    expect(split([text])).toEqual(['+CUSD: 1,"a...', '+CUSD: 0,"b\nc",15', '+CSQ: 1']);
  });

  it('that is too long ends with its line', () => {
    const limit = { modemLineOctets: 12 };
    expect(split(['+CUSD: 1,"abcd\r\nOK\r\n'], limit)).toEqual(['+CUSD: 1,"ab...', 'OK']);
    // The line end has no place any more.
    expect(split(['+CUSD: 1,"ab\r\nOK\r\nOK\r\n'], limit)).toEqual(['+CUSD: 1,"ab...', 'OK']);
    expect(split(['+CUSD: 1,"a\r\nOK\r\nOK\r\n'], limit)).toEqual(['+CUSD: 1,"a\n...', 'OK']);
  });
});

describe('what has begun', () => {
  it('is known until its line ends', () => {
    const splitter = new LineSplitter();
    expect(splitter.begun).toBe('');
    expect([...splitter.split(octets('+CSQ:'))]).toEqual([]);
    expect(splitter.begun).toBe('+CSQ:');
    expect([...splitter.split(octets(' 1\r'))]).toEqual([{ kind: 'line', text: '+CSQ: 1', isCut: false }]);
    expect(splitter.begun).toBe('');
  });

  it('is forgotten on request, with all that was known of it', () => {
    const splitter = new LineSplitter({ limits: { modemLineOctets: 4 } });
    const read = (text: string) => [...splitter.split(octets(text))].map(show);
    read('123456');
    splitter.reset();
    expect([splitter.begun, read('ab\r')]).toEqual(['', ['ab']]);
    splitter.awaitsPrompt = true;
    expect(read('>')).toEqual(['prompt']);
    splitter.reset();
    expect(read(' a\r')).toEqual([' a']);
  });
});
