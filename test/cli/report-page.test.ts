import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORMATS, type Format } from '../../src/inspect/index.js';
import type { LocatedEffect } from '../../src/show/effects.js';
import type { Displayed, Report, ReportEntry } from '../../src/show/report/model.js';
import { pageOf } from '../../src/show/report/page.js';
import { costly } from '../support/runs.js';

const none = { count: 0, first: [] };

const entry = (format: Format | undefined, changes: Partial<ReportEntry> = {}): ReportEntry => ({
  sha256: 'ab'.repeat(32),
  octets: 1234,
  format,
  within: [],
  confidence: 0.97,
  reason: 'a reason',
  names: ['a name'],
  warnings: none,
  errors: none,
  exhibits: [],
  effects: none,
  faults: [],
  json: `${'ab'.repeat(32)}.json`,
  ...changes,
});

const reportOf = (entries: readonly ReportEntry[], changes: Partial<Report> = {}): Report => ({
  source: 'a folder',
  folder: 'out_files',
  files: entries.length,
  octets: 1,
  formats: [...new Set(entries.map(({ format }) => format))].map((format) => ({ format, files: 1, contents: 1, octets: 1 })),
  entries,
  unread: [],
  ...changes,
});

const exhibits: readonly Displayed[] = [
  { kind: 'text', name: 'text', text: 'Line 1\nline <2> & "3"' },
  {
    kind: 'picture',
    name: 'operator logo 234-10',
    isOneBit: true,
    frames: [
      { file: `${'ab'.repeat(32)}.png`, widthPx: 72, heightPx: 14 },
      { file: `${'ab'.repeat(32)}-2.png`, widthPx: 72, heightPx: 14 },
    ],
  },
  { kind: 'picture', name: 'JPEG picture', isOneBit: false, frames: [{ file: 'x.jpg', widthPx: 640, heightPx: 480 }] },
  { kind: 'sound', name: '"Bell"', description: '125 bpm', wav: `${'ab'.repeat(32)}.wav`, midi: `${'ab'.repeat(32)}.mid` },
  { kind: 'sound', name: 'no room', description: 'for it' },
];

/** Elements that the page is made of. */
const ELEMENTS = new Set(
  `html head meta title style body a header h1 h2 h3 bdi p main section div table thead tbody tr th td form label select option
  input ul li article figure figcaption pre img audio dl dt dd code span details summary footer script`.split(/\s+/),
);
/** Attributes that no name or text of an archive may add to. */
const ATTRIBUTES = new Set(
  `lang charset http-equiv content name class href id aria-labelledby scope role aria-label hidden value type autocomplete tabindex dir
  controls preload src width height alt loading`.split(/\s+/),
);

/** The page taken apart by a reader that knows nothing of how it was made: style and script, tags, and the text between them. */
function takeApart(page: string) {
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(page) ?? [];
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? [];
  const rest = page.replace('<!doctype html>', '').replace(style, '').replace(script, '');
  const tags: { name: string; attributes: Map<string, string> }[] = [];
  const text = rest.replace(/<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)>/g, (_, close, name, list: string) => {
    const attributes = [...list.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [key, value] as const);
    if (close === '') tags.push({ name, attributes: new Map(attributes) });
    return '';
  });
  return { style, script, tags, text };
}

/** What would be markup, or speak to a reader's screen, and is not. */
function expectHarmless(page: string): ReturnType<typeof takeApart> {
  const parts = takeApart(page);
  expect(parts.text).not.toMatch(/[<>"']/);
  expect(parts.text).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;)/);
  expect(parts.text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
  expect(parts.tags.filter(({ name }) => !ELEMENTS.has(name))).toEqual([]);
  for (const { attributes } of parts.tags) for (const name of attributes.keys()) expect(ATTRIBUTES).toContain(name);
  expect(parts.tags.filter(({ name }) => name === 'script' || name === 'style')).toHaveLength(2);
  return parts;
}

describe('the page', () => {
  const page = pageOf(reportOf([entry('operator-logo', { exhibits, names: ['a', 'b', 'c', 'd', 'e', 'f'] })]));
  const { tags, script, style } = expectHarmless(page);
  const named = (name: string) => tags.filter((tag) => tag.name === name).map(({ attributes }) => attributes);

  it('lets nothing run or load but its own style and script, by their hashes', () => {
    const [policy = ''] = named('meta').flatMap((meta) =>
      meta.get('http-equiv') === 'Content-Security-Policy' ? [meta.get('content') ?? ''] : [],
    );
    const rules = Object.fromEntries(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]));
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(rules).toEqual({
      'default-src': ["'none'"],
      'script-src': [hash(script)],
      'style-src': [hash(style)],
      'img-src': ["'self'", 'file:'],
      'media-src': ["'self'", 'file:'],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
    });
    expect(page).not.toMatch(/https?:|\/\/|url\(|@import/i);
    expect(tags.filter(({ attributes }) => [...attributes.keys()].some((key) => /^(on|style$)/.test(key)))).toEqual([]);
  });

  it('refers to its own folder only', () => {
    const targets = [...named('a'), ...named('img'), ...named('audio')].map((one) => one.get('href') ?? one.get('src') ?? '');
    for (const target of targets) expect(target).toMatch(/^(?:#[\w-]+|out_files\/[\w.-]+)$/);
    const ids = new Set(tags.flatMap(({ attributes }) => attributes.get('id') ?? []));
    for (const target of targets) if (target.startsWith('#')) expect(ids).toContain(target.slice(1));
  });

  it('has ids once, labels that are there, and headings in order', () => {
    const ids = tags.flatMap(({ attributes }) => attributes.get('id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { attributes } of tags) {
      const label = attributes.get('aria-labelledby');
      if (label !== undefined) expect(ids).toContain(label);
    }
    const levels = tags.flatMap(({ name }) => (/^h\d$/.test(name) ? [Number(name[1])] : []));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.forEach((level, i) => {
      expect(level).toBeLessThanOrEqual((levels[i - 1] ?? 0) + 1);
    });
    for (const landmark of ['header', 'main', 'footer']) expect(named(landmark)).toHaveLength(1);
  });

  it('describes its pictures and players', () => {
    expect(named('img').map((image) => [image.get('alt'), image.get('width'), image.get('class')])).toEqual([
      ['operator logo 234-10 1 of 2 in a, 72 by 14 pixels', '288', 'bits'],
      ['operator logo 234-10 2 of 2 in a, 72 by 14 pixels', '288', 'bits'],
      ['JPEG picture in a, 640 by 480 pixels', '640', undefined],
    ]);
    expect(named('audio').map((player) => player.get('aria-label'))).toEqual(['&quot;Bell&quot;']);
    expect(named('audio')[0]?.has('controls')).toBe(true);
  });

  it('says what a card has to say', () => {
    expect(page).toContain('<pre tabindex="0" dir="auto">Line 1\nline &lt;2&gt; &amp; &quot;3&quot;</pre>');
    expect(page).toContain('<dt>Sure</dt><dd>97 %</dd>');
    expect(page).toContain('<dt>Octets</dt><dd>1\u202f234</dd>');
    expect(page).toContain('<summary>Also found as 5 other files</summary>');
    expect(
      named('a')
        .map((link) => link.get('aria-label'))
        .filter(Boolean),
    ).toEqual(['PNG', 'PNG 2', 'JPEG', 'WAV', 'MIDI', 'JSON'].map((form) => `${form} of a`));
  });
});

describe('cards', () => {
  it('tell warnings, errors and faults in words', () => {
    const warnings = { count: 5, first: ['one', 'two', 'three'] };
    const errors = { count: 1, first: ['wrong'] };
    const page = pageOf(reportOf([entry('text', { warnings, errors, faults: ['too large'], within: ['base64', 'hex'] })]));
    expect(page).toContain('<div class="error"><p>1 error</p><ul><li>wrong</li></ul></div>');
    expect(page).toContain(
      '<div class="warning"><p>5 warnings</p><ul><li>one</li><li>two</li><li>three</li><li>and 2 more</li></ul></div>',
    );
    expect(page).toContain('<p class="fault">Note: too large</p>');
    expect(page).toContain('<dt>Written in</dt><dd>base64, then hex</dd>');
  });

  it('tell what messages do to a phone: the first, and how many more', () => {
    const silent = { effect: 'silent', title: 'silent', explanation: 'Shown & stored nowhere.', clause: 'TS 1' } as const;
    const located = { ...silent, message: 'SMS-DELIVER', number: 1, field: 'TP-PID', path: [], start: 0, end: 1 };
    const page = pageOf(reportOf([entry('pdu-mt', { effects: { count: 13, first: [located as LocatedEffect] } })]));
    expect(page).toContain(
      '<div class="effects"><p>On a phone</p><ul><li><strong>silent</strong>: Shown &amp; stored nowhere. <cite>TS 1</cite></li><li>and 12 more</li></ul></div>',
    );
  });

  it('without anything made of them have no links, and unknown ones no confidence', () => {
    const page = pageOf(reportOf([entry(undefined, { json: undefined, confidence: 0 })]));
    expect(page).not.toContain('class="links"');
    expect(page).not.toContain('<dt>Sure</dt>');
    expect(page).toContain('<h2 id="format-unknown-title">Unknown <span');
  });

  it('with few other names list them openly', () => {
    const page = pageOf(reportOf([entry('text', { names: ['a', 'b'] })]));
    expect(page).toContain('<div class="names"><p>Also found as 1 other file</p><ul><li><bdi>b</bdi></li></ul></div>');
  });

  it('stand under their formats, each of which has a name', () => {
    const page = pageOf(
      reportOf([...FORMATS, undefined].map((format, i) => entry(format, { sha256: String(i).padStart(64, '0') }))),
    );
    const { tags } = expectHarmless(page);
    expect(tags.filter(({ attributes }) => attributes.get('class') === 'format')).toHaveLength(FORMATS.length + 1);
    for (const format of FORMATS) expect(page).not.toContain(`>${format}</a>`);
  });
});

describe('the sentence at the top', () => {
  it.each([
    [{ files: 1, octets: 12 }, '<p>1 file; 12 octets.</p>'],
    [{ files: 3, octets: 1234567 }, '<p>3 files with 1 different content; 1\u202f234\u202f567 octets.</p>'],
    [
      { files: 1, octets: 0, unread: [{ name: 'x', reason: 'y' }] },
      '<p>1 file; 0 octets. <a href="#unread">1 not read.</a></p>',
    ],
  ])('of %o', (changes, sentence) => {
    expect(pageOf(reportOf([entry('text')], changes))).toContain(sentence);
  });
});

describe('whatever an archive names its files', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '<script>alert(1)</script>',
      '"onerror="alert(1)',
      "' autofocus onfocus='alert(1)",
      '</pre></style></script><img src=x onerror=alert(1)>',
      '&lt;script&gt;',
      '\u202egpj.exe',
      '../../etc/passwd',
      'javascript:alert(1)',
      'a\u0000b\u001b[2J\nc',
      '-->',
      ']]>',
      '$&$1$`',
    ),
  );

  it('the page has the same tags, and none of it is markup', () => {
    const shape = (page: string) => expectHarmless(page).tags.map(({ name, attributes }) => [name, ...attributes.keys()]);
    const pageWith = (text: string) => {
      const findings = { count: 9, first: [text] };
      const strange: Displayed[] = [
        { kind: 'text', name: text, text },
        { kind: 'picture', name: text, isOneBit: false, frames: [{ file: 'x.png', widthPx: 1, heightPx: 1 }] },
        { kind: 'sound', name: text, description: text, wav: 'x.wav' },
      ];
      const names = [text, text, text];
      const card = entry('text', {
        names,
        reason: text,
        warnings: findings,
        errors: findings,
        faults: [text],
        exhibits: strange,
      });
      return pageOf(reportOf([card], { source: text, unread: [{ name: text, reason: text }] }));
    };
    const plain = shape(pageWith('plain'));
    fc.assert(
      fc.property(hostile, (text) => {
        expect(shape(pageWith(text))).toEqual(plain);
      }),
      costly(300),
    );
  });

  it('and whatever its page is called, its folder is a part of an address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), (folder) => {
        const { tags } = expectHarmless(pageOf(reportOf([entry('text')], { folder })));
        const links = tags.flatMap(({ attributes }) => attributes.get('href') ?? []).filter((link) => !link.startsWith('#'));
        for (const link of links) {
          expect(link.split('/')).toHaveLength(2);
          expect(decodeURIComponent((link.split('/')[0] as string).replaceAll('&#39;', "'"))).toBe(folder);
        }
      }),
      costly(300),
    );
  });
});
