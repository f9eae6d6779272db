import { describe, expect, it } from 'vitest';
import { parseRtttl } from '../../src/ringtone/index.js';
import { spelledIssues } from './spelled-issues.js';

function issuesOf(text: string, from = 0): string[] {
  return spelledIssues((onIssue) => parseRtttl(text, { lenient: true, onIssue }), from);
}

/** The strict reading takes exactly the texts without an error. */
function expectRefused(text: string, issues: readonly string[]): void {
  const read = expect(() => parseRtttl(text));
  if (issues.some((issue) => issue.startsWith('!'))) read.toThrowError(expect.objectContaining({ name: 'DecodeError' }));
  else read.not.toThrow();
}

describe('issues of a text before its notes', () => {
  it.each<[text: string, issues: string[]]>([
    ['x:c', ['!missing-section defaults 1 = no defaults [2-2 :]']],
    [
      'x:d=4',
      [
        'missing-defaults defaults 2 = o=6,b=63 [2-2 o=6,b=63,]',
        '!missing-section defaults 5 = a colon [5-5 :]',
        '!no-notes note[0] 5 = an empty tune',
      ],
    ],
    [
      'x:d=4,o=5',
      [
        'missing-defaults defaults 2 = b=63 [2-2 b=63,]',
        '!missing-section defaults 9 = a colon [9-9 :]',
        '!no-notes note[0] 9 = an empty tune',
      ],
    ],
    ['x:d=4,c', ['missing-defaults defaults 2 = o=6,b=63 [2-2 o=6,b=63,]', '!missing-section defaults 5 = a colon [5-6 :]']],
    ['x::', ['missing-defaults defaults 2 = d=4,o=6,b=63 [2-2 d=4,o=6,b=63]', '!no-notes note[0] 3 = an empty tune']],
    [':d=4,o=5,b=100:c', ['missing-title title 0 = an empty title']],
    ['x:d=4,d=8,o=5,b=100:c', ['!repeated-key defaults/d 6 = the later value [2-6 ]']],
    ['x:d=,o=5,b=100:c', ['!missing-value defaults/d 4 = 4 [2-4 d=4]']],
    ['x:=4,d=4,o=5,b=100:c', ['!junk defaults 2 = no default [2-5 ]']],
    ['x:d=4x,o=5,b=100:c', ['!junk defaults/d 5 = what is before it [5-6 ]']],
    [
      'x:d=64,o=9,b=5:c',
      [
        '!out-of-range defaults/d 4 = 32 [4-6 32]',
        '!out-of-range defaults/o 9 = 7 [9-10 7]',
        '!out-of-range defaults/b 13 = 25 [13-14 25]',
      ],
    ],
    [
      'x:d=04,o=5,b=100,l=16,v=16,s=q:c',
      [
        'leading-zero defaults 4 = 4 [4-6 4]',
        '!out-of-range defaults/l 19 = 14 [19-21 14]',
        '!out-of-range defaults/v 24 = 15 [24-26 15]',
        '!missing-value defaults/s 29 = N [27-30 s=N]',
      ],
    ],
    [
      'x:d4,o5,b100:c',
      [
        'missing-equals defaults/d 2 = the value after it [2-3 d=]',
        'missing-equals defaults/o 5 = the value after it [5-6 o=]',
        'missing-equals defaults/b 8 = the value after it [8-9 b=]',
      ],
    ],
    [
      'x:d=4,,o=5,b=100,:c',
      ['empty-default defaults 6 = no default [5-6 ]', 'empty-default defaults 16 = no default [16-17 ]'],
    ],
    [
      'x:d=4,o=5,b=100,z=4,foo:c',
      ['unknown-key defaults 16 = no default [15-19 ]', 'unknown-key defaults 20 = no default [19-23 ]'],
    ],
    ['x:o=5:c', ['missing-defaults defaults 2 = d=4,b=63 [2-2 d=4,b=63,]']],
    ['x:d=4,b=100:c', ['missing-defaults defaults 2 = o=6 [2-2 o=6,]']],
    ['a\nx:d=4,o=5,b=100:c', ['!control-character title 1 = "a x" [0-3 a x]']],
    ['\n\nx:d=4,o=5,b=100:c', ['line-break title 0 = the text after it [0-2 ]']],
    ['x: :d=4,o=5,b=100:c', ['!colon-in-title title 1 = "x" [0-3 x]']],
    ['x:y:d=4,o=5,b=100:c', ['!colon-in-title title 1 = "x y" [0-3 x y]']],
    ['x\0:d=4,o=5,b=100:c', ['!control-character title 1 = "x " [0-2 x ]']],
    ['Elevenchars:d=4,o=5,b=100:c', ['long-title title 10 = the whole title']],
    ['Tencharact:d=4,o=5,b=100:c', []],
    ['\ufeffx:d=4,o=5,b=100:c', ['byte-order-mark title 0 = the text after it [0-1 ]']],
    ['x:d=4o=5,b=100:c', ['!missing-comma defaults 5 = a comma [5-5 ,]']],
    ['x:d=4,o=5,b=100 s=N:c', ['!missing-comma defaults 16 = a comma [16-16 ,]']],
    [
      'x:d=4,o=5,b=100 8c',
      [
        '!junk defaults/b 16 = what is before it [16-18 ]',
        '!missing-section defaults 18 = a colon [18-18 :]',
        '!no-notes note[0] 18 = an empty tune',
      ],
    ],
    ['x:d=4,o=5,b=101:c', ['off-table-tempo defaults/b 12 = 101']],
    ['x:d=4,o=5,b=63,s=N,l=3:c', []],
    ['x:b=63:c', ['missing-defaults defaults 2 = d=4,o=6 [2-2 d=4,o=6,]']],
    ['o=5:c', ['missing-defaults defaults 0 = d=4,b=63 [0-0 :d=4,b=63,]', '!missing-section defaults 3 = no title']],
    ['d=4,o=5:c,d', ['missing-defaults defaults 0 = b=63 [0-0 :b=63,]', '!missing-section defaults 7 = no title']],
    ['x:d=4,o=5,b=100,:c', ['empty-default defaults 15 = no default [15-16 ]']],
    ['x:,d=4,o=5,b=100:c', ['empty-default defaults 2 = no default [2-3 ]']],
    ['x:d=4,o=5,b=100,v=:c', ['!missing-value defaults/v 18 = no volume [15-18 ]']],
    ['x:v=,d=4,o=5,b=100:c', ['!missing-value defaults/v 4 = no volume [2-5 ]']],
    [
      'x:d=4,o=5,b=100,v=q,d=8:c',
      ['!missing-value defaults/v 18 = no volume [15-19 ]', '!repeated-key defaults/d 20 = the later value [2-6 ]'],
    ],
    [
      'x:v=1,v=,d=4,o=5,b=100:c',
      ['!missing-value defaults/v 8 = no volume [5-8 ]', '!repeated-key defaults/v 6 = the later value'],
    ],
    ['x:q=1,d=4,o=5,b=100:c', ['unknown-key defaults 2 = no default [2-6 ]']],
    ['x:d=4,o=5,b=slow:c', ['!missing-value defaults/b 12 = 63 [10-16 b=63]']],
    ['x:d=4,o=5,b=100,sX:c', ['unknown-key defaults 16 = no default [15-18 ]']],
    [
      'x:d=4,o=5,b=100,sS,lS:c',
      ['missing-equals defaults/s 16 = the value after it [16-17 s=]', 'unknown-key defaults 19 = no default [18-21 ]'],
    ],
    ['x:D=4,O=5,B=100:c', []],
    ['x: d = 4 , o=5,b=100 :c', []],
    ['x:d=4\no=5,b=100:c', ['line-break defaults 5 = a blank [5-6  ]', '!missing-comma defaults 6 = a comma [6-6 ,]']],
    ['a:b\nx:d=4,o=5,b=100:c', ['!text-before title 0 = the tune [0-4 ]']],
    [
      '\n\ufeff\nx:d=4,o=5,b=100:c',
      [
        'line-break title 0 = the text after it [0-1 ]',
        'byte-order-mark title 1 = the text after it [1-2 ]',
        'line-break title 2 = the text after it [2-3 ]',
      ],
    ],
    ['x:d=4,o=5,b=100:', ['!no-notes note[0] 16 = an empty tune']],
    ['x:d=8 o=5 b=100:c', ['!missing-comma defaults 6 = a comma [6-6 ,]', '!missing-comma defaults 10 = a comma [10-10 ,]']],
    ['x:d=4,o=5,b=100 q=1:c', ['!junk defaults/b 16 = what is before it [16-19 ]']],
    ['x:d=4,o=5,b=56bpm:c', ['!junk defaults/b 14 = what is before it [14-17 ]']],
    ['x:s=S,d=4,b=100,c', ['missing-defaults defaults 2 = o=6 [2-2 o=6,]', '!missing-section defaults 15 = a colon [15-16 :]']],
    ['x:d=4,o=5,b=100,s=S,c', ['!missing-section defaults 19 = a colon [19-20 :]']],
    ['x\ny:d=4,o=5,b=100:c', ['!control-character title 1 = "x y" [0-3 x y]']],
    ['x:d=3,o=5,b=100:c', ['!out-of-range defaults/d 4 = 2 [4-5 2]']],
    ['x:d=6,o=5,b=100:c', ['!out-of-range defaults/d 4 = 4 [4-5 4]']],
    ['x:d=12,o=5,b=100:c', ['!out-of-range defaults/d 4 = 8 [4-6 8]']],
    [
      'x:d=0,o=0,b=0:c',
      [
        '!out-of-range defaults/d 4 = 1 [4-5 1]',
        '!out-of-range defaults/o 8 = 4 [8-9 4]',
        '!out-of-range defaults/b 12 = 25 [12-13 25]',
      ],
    ],
    ['x:d=33,o=8,b=100:c', ['!out-of-range defaults/d 4 = 32 [4-6 32]', '!out-of-range defaults/o 9 = 7 [9-10 7]']],
  ])('%j', (text, issues) => {
    expect(issuesOf(text)).toEqual(issues);
    expectRefused(text, issues);
  });
});

describe('issues of the notes', () => {
  const head = 'x:d=4,o=5,b=160:';

  it.each<[notes: string, issues: string[]]>([
    ['8.c.', ['dot-place note[0]/dots 3 = a dotted note [0-4 8c.]', '!double-dot note[0]/dots 3 = a dotted note']],
    ['8.c', ['dot-place note[0]/dots 1 = a dotted note [1-3 c.]']],
    ['c.6', ['dot-place note[0]/dots 1 = a dotted note [1-3 6.]']],
    ['.c6.', ['dot-place note[0]/dots 0 = a dotted note [0-4 c6.]', '!double-dot note[0]/dots 3 = a dotted note']],
    ['c..', ['!double-dot note[0]/dots 2 = a double dotted note']],
    ['c.6.', ['dot-place note[0]/dots 1 = a dotted note [0-4 c6.]', '!double-dot note[0]/dots 3 = a dotted note']],
    ['c...', ['!double-dot note[0]/dots 3 = a double dotted note']],
    ['#c', ['!sharp-place note[0]/pitch 0 = c# [0-2 c#]']],
    ['8#c6', ['!sharp-place note[0]/pitch 1 = c# [1-3 c#]']],
    ['#.c', ['!unknown-letter note[0]/pitch 0 = no command [0-3 ]', '!no-notes note[0] 3 = an empty tune']],
    ['8.#c', ['!sharp-place note[0]/pitch 2 = c# [0-4 8c#.]', 'dot-place note[0]/dots 1 = a dotted note']],
    [
      '#h',
      [
        'letter-h note[0]/pitch 1 = b [0-2 c6]',
        '!sharp-place note[0]/pitch 0 = h#',
        '!impossible-sharp note[0]/pitch 0 = c, one octave up',
      ],
    ],
    ['H', ['letter-h note[0]/pitch 0 = b [0-1 b]']],
    ['h6', ['letter-h note[0]/pitch 0 = b [0-1 b]']],
    ['c_', ['underscore-sharp note[0]/pitch 1 = # [1-2 #]']],
    ['_c', ['!sharp-place note[0]/pitch 0 = c# [0-2 c#]']],
    ['e#', ['!impossible-sharp note[0]/pitch 1 = f [0-2 f]']],
    ['b#', ['!impossible-sharp note[0]/pitch 1 = c, one octave up [0-2 c6]']],
    ['h#', ['letter-h note[0]/pitch 0 = b [0-2 c6]', '!impossible-sharp note[0]/pitch 1 = c, one octave up']],
    ['p#', ['!impossible-sharp note[0]/pitch 1 = p [0-2 p]']],
    ['2e#.', ['!impossible-sharp note[0]/pitch 2 = f [1-3 f]']],
    ['e6#', ['!sharp-place note[0]/pitch 2 = e# [0-3 f6]', '!impossible-sharp note[0]/pitch 2 = f']],
    ['b6#', ['!sharp-place note[0]/pitch 2 = b# [0-3 c7]', '!impossible-sharp note[0]/pitch 2 = c, one octave up']],
    ['c5#', ['!sharp-place note[0]/pitch 2 = c# [0-3 c#]']],
    ['c5_', ['!sharp-place note[0]/pitch 2 = c# [0-3 c#]']],
    ['c#5#', ['!junk note[0] 3 = what is before it [3-4 ]']],
    ['p16', ['!out-of-range note[0]/octave 1 = the duration [0-3 16p]']],
    ['p32', ['!out-of-range note[0]/octave 1 = the duration [0-3 32p]']],
    ['p6', ['pause-octave note[0]/octave 1 = p [1-2 ]']],
    ['p10', ['!out-of-range note[0]/octave 1 = p [1-3 ]']],
    ['p9', ['pause-octave note[0]/octave 1 = p [1-2 ]']],
    ['c16', ['!out-of-range note[0]/octave 1 = the duration [0-3 16c]']],
    ['c32', ['!out-of-range note[0]/octave 1 = the duration [0-3 32c]']],
    ['8c16', ['!out-of-range note[0]/octave 2 = 7 [2-4 7]']],
    ['c8', ['!out-of-range note[0]/octave 1 = 7 [1-2 7]']],
    ['c3', ['!out-of-range note[0]/octave 1 = 4 [1-2 4]']],
    ['c616d', ['!missing-comma note[1] 2 = a comma [2-2 ,]']],
    ['c68d', ['!missing-comma note[1] 2 = a comma [2-2 ,]']],
    ['c58d', ['!missing-comma note[1] 2 = a comma [2-2 ,]']],
    ['c88d', ['!out-of-range note[0]/octave 1 = 7 [1-2 7]', '!missing-comma note[1] 2 = a comma [2-2 ,]']],
    ['c416', ['!out-of-range note[0]/octave 1 = 7 [1-4 7]']],
    ['c4162d', ['!out-of-range note[0]/octave 1 = 7 [1-5 7]', '!missing-comma note[1] 5 = a comma [5-5 ,]']],
    ['p616d', ['pause-octave note[0]/octave 1 = p [1-2 ]', '!missing-comma note[1] 2 = a comma [2-2 ,]']],
    ['p16d', ['!missing-comma note[1] 1 = a comma [1-1 ,]']],
    ['p8d', ['!missing-comma note[1] 1 = a comma [1-1 ,]']],
    ['c1632d', ['!out-of-range note[0]/octave 1 = 7 [1-5 7]', '!missing-comma note[1] 5 = a comma [5-5 ,]']],
    ['c61632d', ['!out-of-range note[0]/octave 1 = 7 [1-6 7]', '!missing-comma note[1] 6 = a comma [6-6 ,]']],
    ['c1616 d', ['!out-of-range note[0]/octave 1 = 7 [1-5 7]', '!missing-comma note[1] 6 = a comma [6-6 ,]']],
    ['c  ', []],
    ['c\nd', ['line-break note[0] 1 = a blank [1-2  ]', '!missing-comma note[1] 2 = a comma [2-2 ,]']],
    ['c,\nd,\ne', ['line-break note[0] 2 = a blank']],
    ['d,c..,e', ['!double-dot note[1]/dots 4 = a double dotted note']],
    ['d,e#.', ['!impossible-sharp note[1]/pitch 3 = f [2-4 f]']],
    [
      'd,\n8.e#',
      [
        'line-break note[0] 2 = a blank [2-3  ]',
        '!impossible-sharp note[1]/pitch 6 = f [3-7 8f.]',
        'dot-place note[1]/dots 4 = a dotted note',
      ],
    ],
    ['g,24c9', ['!out-of-range note[1]/duration 2 = 16 [2-4 16]', '!out-of-range note[1]/octave 5 = 7 [5-6 7]']],
    ['c24', ['!out-of-range note[0]/octave 1 = 7 [1-3 7]']],
    ['08c', ['leading-zero note[0] 0 = 8 [0-2 8]']],
    ['c05', ['leading-zero note[0] 1 = 5 [1-3 5]']],
    ['c;', ['terminator notes 1 = the end [1-2 ]']],
    ['c,;', ['terminator notes 2 = the end [2-3 ]', 'trailing-comma notes 1 = the end [1-2 ]']],
    ['c;;', ['terminator notes 2 = the end [2-3 ]', 'terminator notes 1 = the end [1-2 ]']],
    ['c,,', ['trailing-comma notes 2 = the end [2-3 ]', '!empty-command note[1] 2 = no command [1-2 ]']],
    ['c;,', ['trailing-comma notes 2 = the end [2-3 ]', '!junk note[0] 1 = what is before it [1-2 ]']],
    [',c', ['!empty-command note[0] 0 = no command [0-1 ]']],
    ['c,,d', ['!empty-command note[1] 2 = no command [1-2 ]']],
    ['c,x,d', ['!unknown-letter note[1]/pitch 2 = no command [1-3 ]']],
    ['x,c', ['!unknown-letter note[0]/pitch 0 = no command [0-2 ]']],
    ['x', ['!unknown-letter note[0]/pitch 0 = no command [0-1 ]', '!no-notes note[0] 1 = an empty tune']],
    ['c,8', ['!unknown-letter note[1]/pitch 3 = no command [1-3 ]']],
    ['c,8,d', ['!unknown-letter note[1]/pitch 3 = no command [1-3 ]']],
    ['c=4', ['!junk note[0] 1 = no command [0-3 ]', '!no-notes note[0] 3 = an empty tune']],
    ['c,c=4,d', ['!junk note[1] 3 = no command [1-5 ]']],
    ['c x,d', ['!junk note[0] 2 = what is before it [2-3 ]']],
    ['c,d=8,e', ['!junk note[1] 3 = no command [1-5 ]']],
    ['c,o,d', ['!missing-value note[1]/o 3 = no change [1-3 ]']],
    ['c,b=,d', ['!missing-value note[1]/b 4 = no change [1-4 ]']],
    ['c,s,d', ['!missing-value note[1]/s 3 = no change [1-3 ]']],
    ['c,v=x,d', ['!missing-value note[1]/v 4 = no change [1-5 ]']],
    ['c,v', ['!missing-value note[1]/v 3 = no change [1-3 ]']],
    ['o=6,c', []],
    ['c,o=6', ['unused-control notes 2 = no change [1-5 ]']],
    ['c,b=140,v=3', ['unused-control notes 2 = no change [1-11 ]']],
    ['c,b140,d', ['missing-equals note[1]/b 2 = the value after it [2-3 b=]']],
    ['c,o=9,d', ['!out-of-range note[1]/o 4 = 7 [4-5 7]']],
    ['c,b=10,d', ['!out-of-range note[1]/b 4 = 25 [4-6 25]']],
    ['c,b=901,d', ['!out-of-range note[1]/b 4 = 900 [4-7 900]']],
    ['c,v=16,d', ['!out-of-range note[1]/v 4 = 15 [4-6 15]']],
    ['c,s=q,d', ['!missing-value note[1]/s 4 = no change [1-5 ]']],
    ['o=6c', ['!missing-comma note[0] 3 = a comma [3-3 ,]']],
    ['c,v=3d', ['!missing-comma note[1] 5 = a comma [5-5 ,]']],
    ['c d', ['!missing-comma note[1] 2 = a comma [2-2 ,]']],
    ['c8d', ['!missing-comma note[1] 1 = a comma [1-1 ,]']],
    ['b5', []],
    [
      'b55',
      [
        'missing-equals note[0]/b 0 = the value after it [0-1 b=]',
        'off-table-tempo note[0]/b 1 = 55',
        '!no-notes note[0] 3 = an empty tune',
        'unused-control notes 0 = no change [0-3 ]',
      ],
    ],
    [
      'b 55',
      [
        'missing-equals note[0]/b 0 = the value after it [0-1 b=]',
        'off-table-tempo note[0]/b 2 = 55',
        '!no-notes note[0] 4 = an empty tune',
        'unused-control notes 0 = no change [0-4 ]',
      ],
    ],
    ['B=55,c', ['off-table-tempo note[0]/b 2 = 55']],
    ['S=c,c', []],
    ['c:d', ['!junk note[0] 1 = what is before it [1-3 ]']],
    ['c:d=4,o=5', ['!text-after notes 1 = the first tune [1-9 ]']],
    ['c\ny:d=8:d', ['!text-after notes 1 = the first tune [1-9 ]']],
    ['c\r\ny', ['line-break note[0] 1 = a blank [1-3  ]', '!junk note[0] 3 = what is before it [3-4 ]']],
    ['c, d=4 : e', ['!junk note[1] 4 = no command [1-10 ]']],
    ['c,g:o=6,b=3:e', ['!text-after notes 3 = the first tune [3-13 ]']],
    ['end,c', ['!junk note[0] 1 = what is before it [1-3 ]']],
    ['c end', ['!junk note[0] 2 = what is before it [2-5 ]']],
    ['c,B', []],
  ])('%j', (notes, issues) => {
    expect(issuesOf(head + notes, head.length)).toEqual(issues);
    expectRefused(head + notes, issues);
  });
});

describe('a number after a letter, with the comma after it missing', () => {
  it.each<[notes: string, read: string]>([
    ['c58d', 'c5/4 d5/8'],
    ['c88d', 'c7/4 d5/8'],
    ['c8d', 'c5/4 d5/8'],
    ['c6d', 'c6/4 d5/4'],
    ['c616d', 'c6/4 d5/16'],
    ['c16d', 'c5/4 d5/16'],
    ['c28d', 'c4/4 d5/8'],
    ['c832d', 'c7/4 d5/32'],
    ['c416', 'c7/4'],
    ['c1632d', 'c7/4 d5/4'],
    ['c4016d', 'c7/4 d5/4'],
    ['p616d', 'p/4 d5/16'],
    ['p16d', 'p/4 d5/16'],
    ['p4d', 'p/4 d5/4'],
    ['8c16', 'c7/8'],
    ['c16', 'c5/16'],
  ])('%s: %s', (notes, read) => {
    const tune = parseRtttl(`x:d=4,o=5,b=160:${notes}`, { lenient: true });
    expect(tune.notes.map((n) => `${n.pitch ?? 'p'}${n.octave ?? ''}/${n.duration}`).join(' ')).toBe(read);
  });
});

describe('the fix of a note with several faults', () => {
  it.each<[why: string, note: string, issues: string[]]>([
    [
      'edits apart stay',
      '24c_',
      ['!out-of-range note[0]/duration 0 = 16 [0-2 16]', 'underscore-sharp note[0]/pitch 3 = # [3-4 #]'],
    ],
    [
      'of edits that touch, one writes the note anew',
      '24e_',
      [
        '!out-of-range note[0]/duration 0 = 16 [0-4 16f]',
        'underscore-sharp note[0]/pitch 3 = #',
        '!impossible-sharp note[0]/pitch 3 = f',
      ],
    ],
    [
      'edits side by side stay',
      '24h9',
      [
        '!out-of-range note[0]/duration 0 = 16 [0-2 16]',
        'letter-h note[0]/pitch 2 = b [2-3 b]',
        '!out-of-range note[0]/octave 3 = 7 [3-4 7]',
      ],
    ],
    [
      'a double dot cannot be written',
      '24c..',
      ['!out-of-range note[0]/duration 0 = 16 [0-2 16]', '!double-dot note[0]/dots 4 = a double dotted note'],
    ],
  ])('%s', (_why, note, issues) => {
    expect(issuesOf(`x:d=4,o=5,b=160:${note}`, 16)).toEqual(issues);
  });
});
