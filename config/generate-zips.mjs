/**
 * Writes fixtures/zip: archives that a message can be made of, attacks, and index.json, which says of each what is in it or why it is
 * refused:  node config/generate-zips.mjs
 *
 * Archives are put together here field by field (PKWARE APPNOTE.TXT 6.3.10), so that any field can lie. `readBy` names the programs that
 * read a refused archive to its end without a complaint: Python 3.11's zipfile with testzip, Info-ZIP's unzip 6.00 with -t.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';

const folder = new URL('../fixtures/zip/', import.meta.url);
const image = (name) => readFileSync(new URL(`../fixtures/images/${name}`, import.meta.url));
const utf8 = (text) => Buffer.from(text);

// ---- archives ----

const DEFLATED = { method: 8 };
const DESCRIPTOR = 0x08;
const UTF8 = 0x800;
/** A regular file of Unix, rw-r--r--. */
const UNIX_FILE = { madeBy: 0x0314, attributes: (0o100644 << 16) >>> 0 };

/**
 * An entry. `both`, `local`, `record` and `descriptor` overwrite fields of the two headers and of the descriptor; `raw` stands in the place
 * of the data as they are packed.
 */
function entry(name, data, { method = 0, flags = 0, raw, both, local, record, descriptor, extra, at, comment } = {}) {
  const packed = raw ?? (method === 8 ? deflateRawSync(data, { level: 9 }) : data);
  const truth = {
    name: typeof name === 'string' ? utf8(name) : name,
    flags,
    method,
    crc: crc32(data),
    packedOctets: packed.length,
    octets: data.length,
    extra: extra ?? Buffer.alloc(0),
    version: 20,
    ...both,
  };
  const isLate = (flags & DESCRIPTOR) !== 0;
  return {
    packed,
    at,
    local: { ...truth, ...(isLate && { crc: 0, packedOctets: 0, octets: 0 }), ...local },
    record: { ...truth, madeBy: 20, disk: 0, attributes: 0, comment: comment ?? Buffer.alloc(0), ...record },
    descriptor: isLate &&
      descriptor !== false && {
        crc: truth.crc,
        packedOctets: truth.packedOctets,
        octets: truth.octets,
        hasSignature: true,
        ...descriptor,
      },
  };
}

function numbers(...fields) {
  const octets = Buffer.alloc(fields.reduce((sum, [width]) => sum + width, 0));
  let at = 0;
  for (const [width, value] of fields) at = octets.writeUIntLE(value, at, width);
  return octets;
}

const shared = (h) => [
  [2, h.version],
  [2, h.flags],
  [2, h.method],
  [2, 0],
  [2, 0x21],
  [4, h.crc],
  [4, h.packedOctets],
  [4, h.octets],
  [2, h.name.length],
  [2, h.extra.length],
];

/** The octets of an archive and where its parts begin. `end` overwrites fields of the end record. */
function archive(entries, { before = [], between = [], comment = Buffer.alloc(0), after = [], end = {} } = {}) {
  const octets = [Buffer.from(before)];
  let at = octets[0].length;
  const put = (...parts) => {
    octets.push(...parts);
    at = octets.reduce((sum, part) => sum + part.length, 0);
  };
  const layout = { local: [], data: [], records: [] };
  for (const { packed, local, descriptor, at: elsewhere } of entries) {
    if (elsewhere !== undefined) {
      layout.local.push(elsewhere(layout));
      continue;
    }
    layout.local.push(at);
    put(numbers([4, 0x04034b50], ...shared(local)), local.name, local.extra);
    layout.data.push(at);
    put(packed);
    if (!descriptor) continue;
    if (descriptor.hasSignature) put(numbers([4, 0x08074b50]));
    put(numbers([4, descriptor.crc], [4, descriptor.packedOctets], [4, descriptor.octets]));
  }
  put(Buffer.from(between));
  const directory = at;
  for (const [i, { record }] of entries.entries()) {
    layout.records.push(at);
    const { madeBy, disk, attributes, comment: own, offset = layout.local[i] } = record;
    const rest = [
      [2, own.length],
      [2, disk],
      [2, 0],
      [4, attributes],
      [4, offset],
    ];
    put(numbers([4, 0x02014b50], [2, madeBy], ...shared(record), ...rest), record.name, record.extra, own);
  }
  layout.end = at;
  const e = {
    disk: 0,
    firstDisk: 0,
    here: entries.length,
    count: entries.length,
    size: at - directory,
    offset: directory,
    ...end,
  };
  put(
    numbers(
      [4, 0x06054b50],
      [2, e.disk],
      [2, e.firstDisk],
      [2, end.here ?? e.count],
      [2, e.count],
      [4, e.size],
      [4, e.offset],
      [2, comment.length],
    ),
    comment,
    Buffer.from(after),
  );
  layout.length = at;
  return { octets: Buffer.concat(octets), layout };
}

// ---- what is in them ----

/** Octets without a pattern, the same on each run. */
function noise(length, seed = 1) {
  const octets = Buffer.alloc(length);
  let state = seed;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    octets[i] = state >>> 24;
  }
  return octets;
}

/** Octets that deflate to a fiftieth or so. */
function thin(length, seed = 1) {
  const octets = Buffer.alloc(length);
  noise(Math.floor(length / 64), seed).forEach((octet, i) => {
    octets[i * 64] = octet;
  });
  return octets;
}

const photo = image('photo-422.jpg');
const photo2 = image('gray.jpg');
const animation = image('anim-disposal.gif');
const wbmp = image('small.wbmp');
const hello = utf8('Greetings from the coast!\n');
const words = utf8('It is warm, the sea is calm, and the ice is cheap. '.repeat(8));
/** Half a second of silence in AMR: frames of 4.75 kbit/s, 20 ms each (RFC 4867 section 5). */
const sound = Buffer.concat([
  utf8('#!AMR\n'),
  ...Array.from({ length: 25 }, () => Buffer.from([0x04, ...new Array(12).fill(0)])),
]);
const smil = utf8(`<smil><head><layout><root-layout width="128" height="128"/>
<region id="Image" left="0" top="0" width="128" height="96"/><region id="Text" left="0" top="96" width="128" height="32"/>
</layout></head><body><par dur="4s"><img src="coast.jpg" region="Image"/><text src="hello.txt" region="Text"/></par>
<par dur="5s"><img src="wave.gif" region="Image"/></par></body></smil>
`);

const extraField = (id, ...data) => Buffer.concat([numbers([2, id], [2, Buffer.concat(data).length]), ...data]);
const zip64 = (octets) => extraField(1, numbers([4, octets], [4, 0], [4, octets], [4, 0]));
const unicodePath = (raw, text) => extraField(0x7075, numbers([1, 1], [4, crc32(raw)]), utf8(text));

/** What other programs read of what is refused here. */
const READ_BY = {
  'path-parent': ['zipfile', 'unzip'],
  'path-parent-inside': ['zipfile', 'unzip'],
  'path-parent-backslash': ['zipfile', 'unzip'],
  'path-parent-blank': ['zipfile', 'unzip'],
  'path-absolute': ['zipfile', 'unzip'],
  'path-share': ['zipfile', 'unzip'],
  'path-drive': ['zipfile', 'unzip'],
  'path-nul': ['zipfile', 'unzip'],
  'path-newline': ['zipfile', 'unzip'],
  'path-empty': ['zipfile', 'unzip'],
  'path-dots': ['zipfile', 'unzip'],
  'name-not-utf8': ['unzip'],
  'name-51': ['zipfile', 'unzip'],
  'path-256': ['zipfile', 'unzip'],
  'path-2000': ['zipfile', 'unzip'],
  symlink: ['zipfile', 'unzip'],
  device: ['zipfile', 'unzip'],
  patch: ['unzip'],
  'zip64-extra': ['zipfile', 'unzip'],
  'zip64-local': ['zipfile', 'unzip'],
  'extra-short': ['unzip'],
  'disk-of-entry': ['zipfile', 'unzip'],
  'folder-with-data': ['zipfile', 'unzip'],
  bomb: ['zipfile', 'unzip'],
  'bomb-ratio': ['zipfile', 'unzip'],
  'lie-small': ['unzip'],
  'lie-allowed': ['unzip'],
  'lie-large': ['zipfile', 'unzip'],
  'lie-4gb': ['zipfile', 'unzip'],
  'stored-sizes': ['zipfile'],
  'entry-too-large': ['zipfile', 'unzip'],
  'total-too-large': ['zipfile', 'unzip'],
  'too-many': ['zipfile', 'unzip'],
  'stream-trailing': ['zipfile', 'unzip'],
  'local-unicode-path': ['zipfile'],
  'local-method': ['zipfile'],
  'local-flags': ['zipfile', 'unzip'],
  'local-crc': ['zipfile'],
  'local-size': ['zipfile'],
  'local-packed-size': ['zipfile'],
  'descriptor-size': ['zipfile', 'unzip'],
  'descriptor-none': ['zipfile'],
  'overlap-inside': ['zipfile'],
  prefix: ['zipfile', 'unzip'],
  'prefix-uncorrected': ['zipfile'],
  gap: ['zipfile', 'unzip'],
  trailing: ['zipfile', 'unzip'],
  'truncated-comment': ['zipfile', 'unzip'],
  'two-ends': ['zipfile'],
  'count-more': ['zipfile'],
  'count-less': ['zipfile'],
  disks: ['zipfile'],
  'disk-entries': ['zipfile', 'unzip'],
  'directory-name-length': ['zipfile'],
};

const cases = [];

/** An archive that is read: `entries` are [index, name, data]. */
function good(
  name,
  about,
  entries,
  options,
  expected = entries.map(({ record: { name: path }, data }, i) => [i, `${path}`, data]),
) {
  const { octets } = archive(entries, options);
  writeFileSync(new URL(`${name}.zip`, folder), octets);
  cases.push({
    file: `${name}.zip`,
    about,
    entries: expected.map(([index, path, data]) => ({ index, name: path, octets: data.length, crc32: crc32(data) })),
  });
}

/** An archive that is refused. `where` gives the offset from the layout, `words` is a part of the message. */
function bad(name, about, [octets, layout], [code, field, where, words]) {
  writeFileSync(new URL(`${name}.zip`, folder), octets);
  const error = { name: code === 'limit-exceeded' ? 'LimitError' : 'DecodeError', code, field, offset: where(layout), words };
  cases.push({ file: `${name}.zip`, about, error, readBy: READ_BY[name] ?? [] });
}

const made = (entries, options) => {
  const { octets, layout } = archive(entries, options);
  return [octets, layout];
};
/** The same with some octets changed: [where, width, value]. */
const patched = (entries, patches, options) => {
  const { octets, layout } = archive(entries, options);
  for (const [where, width, value] of patches) octets.writeUIntLE(value, where(layout), width);
  return [octets, layout];
};

const record = (i, offset) => (layout) => layout.records[i] + offset;
const local = (i, offset) => (layout) => layout.local[i] + offset;
const end = (offset) => (layout) => layout.end + offset;

/** Entries that keep what they were made of. */
const file = (name, data, options) => ({ ...entry(name, data, options), data });

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);

// ---- archives that are read ----

good('stored', 'a picture, a text and a sound, stored', [
  file('coast.jpg', photo),
  file('coast.txt', hello),
  file('coast.amr', sound),
]);
good('deflated', 'the same, deflated', [
  file('coast.jpg', photo, DEFLATED),
  file('coast.txt', words, DEFLATED),
  file('coast.amr', sound, DEFLATED),
]);
good(
  'mixed',
  'stored and deflated entries, an archive comment, comments of entries',
  [
    file('coast.jpg', photo, { comment: utf8('the coast') }),
    file('hello.txt', words, { ...DEFLATED, record: UNIX_FILE }),
    file('empty.txt', Buffer.alloc(0)),
    file('empty2.txt', Buffer.alloc(0), DEFLATED),
  ],
  { comment: utf8('Summer 2004 PK') },
);
good('descriptors', 'sizes behind the data, as programs write that cannot seek: with signature, without, of a stored entry', [
  file('coast.jpg', photo, { ...DEFLATED, flags: DESCRIPTOR }),
  file('hello.txt', words, { ...DEFLATED, flags: DESCRIPTOR, descriptor: { hasSignature: false } }),
  file('wave.gif', animation, { flags: DESCRIPTOR }),
]);
const cp437 = Buffer.from([0x63, 0x61, 0x66, 0x82, 0x2e, 0x6a, 0x70, 0x67]);
good('cp437-name', 'a name in code page 437', [file(cp437, photo)], {}, [[0, 'café.jpg', photo]]);
good('utf8-names', 'names with the UTF-8 flag: accents, Cyrillic, Chinese, an emoji', [
  file('Größe.txt', hello, { flags: UTF8 }),
  file('Привет, море.jpg', photo, { flags: UTF8 }),
  file('海.gif', animation, { flags: UTF8 }),
  file('🌊.wbmp', wbmp, { flags: UTF8 }),
]);
good(
  'utf8-unflagged',
  'Cyrillic names without the UTF-8 flag, as zip on Linux and macOS write them; the second decomposed',
  [file('Море.jpg', photo), file('Залив й.txt'.normalize('NFD'), hello)],
  {},
  [
    [0, 'Море.jpg', photo],
    [1, 'Залив й.txt', hello],
  ],
);
const oldName = Buffer.from('_____.jpg');
good(
  'unicode-path',
  "Info-ZIP's extra field with the name in UTF-8",
  [file(oldName, photo, { extra: unicodePath(oldName, 'Берег.jpg') })],
  {},
  [[0, 'Берег.jpg', photo]],
);
good(
  'nested-folder',
  'one folder around everything, one inside of it',
  [
    file('holiday/', Buffer.alloc(0), { record: { madeBy: 0x0314, attributes: ((0o040755 << 16) | 0x10) >>> 0 } }),
    file('holiday/coast.jpg', photo),
    file('holiday/text/', Buffer.alloc(0), { ...DEFLATED }),
    file('holiday/text/coast.txt', hello),
  ],
  {},
  [
    [1, 'holiday/coast.jpg', photo],
    [3, 'holiday/text/coast.txt', hello],
  ],
);
good(
  'backslashes',
  'folders with backslashes, a leading ./ and doubled slashes',
  [file('holiday\\coast.jpg', photo), file('./holiday//coast.txt', hello), file('text\\', Buffer.alloc(0))],
  {},
  [
    [0, 'holiday/coast.jpg', photo],
    [1, 'holiday/coast.txt', hello],
  ],
);
good(
  'macos',
  'what the Archive Utility of macOS adds',
  [
    file('coast.jpg', photo, { ...DEFLATED, flags: DESCRIPTOR }),
    file('__MACOSX/', Buffer.alloc(0)),
    file('__MACOSX/._coast.jpg', noise(120), { ...DEFLATED, flags: DESCRIPTOR }),
    file('.DS_Store', Buffer.alloc(6148), DEFLATED),
    file('hello.txt', hello, { ...DEFLATED, flags: DESCRIPTOR }),
    file(`__MACOSX/._${'long'.repeat(12)}.jpg`, noise(120, 2), DEFLATED),
    file('Thumbs.db', noise(64)),
    file('desktop.ini', noise(64)),
    file('META-INF/MANIFEST.MF', utf8('Manifest-Version: 1.0\r\n')),
  ],
  {},
  [
    [0, 'coast.jpg', photo],
    [4, 'hello.txt', hello],
  ],
);
good('manifest', 'a manifest that gives types and the order', [
  file('hello.txt', hello),
  file('manifest', utf8('# order and types\ncoast.jpg=image/jpeg\nhello.txt=text/plain\nsound=audio/amr\n')),
  file('sound', sound),
  file('coast.jpg', photo),
]);
good('own-smil', 'a presentation of its own', [
  file('hello.txt', hello),
  file('wave.gif', animation),
  file('show.smil', smil, DEFLATED),
  file('coast.jpg', photo),
]);
good('same-names', 'two photo.jpg in different folders, one more in other letters, one path twice', [
  file('a/photo.jpg', photo),
  file('b/photo.jpg', photo2),
  file('a/PHOTO.JPG', animation),
  file('b/photo.jpg', photo),
]);
good('proto', 'names that objects have by themselves', [
  file('__proto__', hello, DEFLATED),
  file('constructor', words, DEFLATED),
  file('__proto__/toString', hello),
]);
good(
  'hundred',
  'a hundred entries',
  Array.from({ length: 100 }, (_, i) => file(`${i + 1}.txt`, utf8(`Page ${i + 1}\n`), i % 2 ? DEFLATED : {})),
);
good(
  'other-order',
  'a directory in another order than the data',
  [file('b.txt', hello, { record: { offset: 30 + 5 + words.length } }), file('a.txt', words, { record: { offset: 0 } })].map(
    (made, i, all) => ({ ...made, packed: all[1 - i].packed, local: all[1 - i].local }),
  ),
);
good('longest-name', 'a name of 50 characters of four octets each', [file(`${'🌊'.repeat(46)}.txt`, hello, { flags: UTF8 })]);
good('page-of-zeros', '64 KiB that deflate to a thousandth: below what the ratio counts for', [
  file('zeros.bin', Buffer.alloc(65_536), DEFLATED),
]);
good('largest-entry', 'an entry of exactly 1 MiB', [file('large.bin', thin(1_048_576), DEFLATED)]);
good('empty', 'no entries', []);

// ---- attacks: paths ----

const path = (name, raw, about, field, words, options) =>
  bad(name, about, made([entry('coast.jpg', photo), entry(raw, hello, options)]), ['bad-value', field, record(1, 46), words]);
path('path-parent', '../../etc/x', 'a path out of the archive', 'ZIP/entry "../../etc/x"/name', 'leads out');
path('path-parent-inside', 'a/../../x', 'the same behind a folder', 'ZIP/entry "a/../../x"/name', 'leads out');
path('path-parent-backslash', '..\\..\\x', 'the same with backslashes', 'ZIP/entry "../../x"/name', 'leads out');
path('path-parent-blank', 'a/.. /x', 'dots and a blank, which Windows drops', 'ZIP/entry "a/.. /x"/name', 'leads out');
path('path-absolute', '/etc/x', 'an absolute path', 'ZIP/entry "/etc/x"/name', 'is absolute');
path('path-share', '\\\\host\\share\\x', 'a network path', 'ZIP/entry "//host/share/x"/name', 'is absolute');
path('path-drive', 'C:\\windows\\x', 'a drive', 'ZIP/entry "C:/windows/x"/name', 'begins with a drive');
path('path-nul', 'x.jpg\0.txt', 'a NUL in the name', 'ZIP/entry "x.jpg\\u0000.txt"/name', 'control character 00');
path('path-newline', 'x\r\nTo: y.txt', 'a line end in the name', 'ZIP/entry "x\\r\\nTo: y.txt"/name', 'control character 0D');
path('path-empty', '', 'no name', 'ZIP/entry 1/name', 'is empty');
path('path-dots', './', 'a name of nothing', 'ZIP/entry "./"/name', 'names nothing');
path(
  'name-not-utf8',
  Buffer.from([0x61, 0xff, 0x2e]),
  'the UTF-8 flag on other octets',
  'ZIP/entry 1/name',
  'not valid UTF-8',
  {
    flags: UTF8,
  },
);
cases.at(-1).error.offset += 1;
bad('name-51', 'a name of 51 characters', made([entry(`${'n'.repeat(47)}.jpg`, photo)]), [
  'limit-exceeded',
  `ZIP/entry "${'n'.repeat(47)}.jpg"/name`,
  record(0, 46),
  '51 characters, at most 50',
]);
bad('path-256', 'folders of 256 characters', made([entry(`${'folder/'.repeat(36)}.txt`, photo)]), [
  'limit-exceeded',
  `ZIP/entry "${'folder/'.repeat(9).slice(0, 60)}..."/name`,
  record(0, 46),
  '256 characters with its folders, at most 255',
]);
bad('path-2000', 'a name of 2,000 octets', made([entry('n'.repeat(2_000), photo)]), [
  'limit-exceeded',
  'ZIP/entry 0/name',
  record(0, 46),
  '2000 octets with',
]);

// ---- attacks: kinds of entries ----

const one = (name, about, options, [code, field, where, words]) =>
  bad(name, about, made([entry('x.jpg', photo, options)]), [code, `ZIP/entry "x.jpg"/${field}`, where, words]);
one('symlink', 'a symbolic link', { record: { madeBy: 0x0314, attributes: (0o120777 << 16) >>> 0 } }, [
  'bad-value',
  'attributes',
  record(0, 38),
  'is a symbolic link',
]);
one('device', 'a device', { record: { madeBy: 0x0314, attributes: (0o020666 << 16) >>> 0 } }, [
  'bad-value',
  'attributes',
  record(0, 38),
  'is a device',
]);
one('encrypted', 'an encrypted entry', { flags: 1 }, ['bad-value', 'flags', record(0, 8), 'is encrypted']);
one('encrypted-strong', 'strong encryption', { flags: 0x41 }, ['bad-value', 'flags', record(0, 8), 'is encrypted']);
one('patch', 'a patch of another file', { flags: 0x20 }, ['bad-value', 'flags', record(0, 8), 'is a patch']);
one('method-bzip2', 'bzip2', { both: { method: 12 } }, ['bad-value', 'method', record(0, 10), 'is 12']);
one('method-aes', 'the method number of AES encryption', { both: { method: 99 } }, [
  'bad-value',
  'method',
  record(0, 10),
  'is 99',
]);
one('zip64-extra', 'ZIP64 sizes', { extra: zip64(photo.length), both: { packedOctets: 0xffffffff, octets: 0xffffffff } }, [
  'bad-value',
  'size',
  record(0, 20),
  'ZIP64',
]);
one(
  'zip64-local',
  'ZIP64 sizes in the local header alone',
  { local: { extra: zip64(photo.length), packedOctets: 0xffffffff, octets: 0xffffffff } },
  ['bad-value', 'local header/size', local(0, 18), 'ZIP64'],
);
one('extra-short', 'an extra field that goes on past its end', { record: { extra: numbers([2, 0x5455], [2, 9], [4, 0]) } }, [
  'truncated',
  'extra',
  record(0, 51),
  'goes on past its end',
]);
cases.at(-1).error.field = 'ZIP/entry 0/extra';
one('disk-of-entry', 'an entry on another disk', { record: { disk: 3 } }, ['bad-value', 'disk', record(0, 34), 'is 3']);
bad('folder-with-data', 'a folder with octets', made([entry('folder/', hello)]), [
  'bad-value',
  'ZIP/entry "folder/"/size',
  record(0, 24),
  `is a folder with ${hello.length} octets`,
]);

// ---- attacks: sizes ----

const MiB = 1_048_576;
const zeros = Buffer.alloc(50_000_000);
one(
  'bomb',
  '50 MB of zeros in 48 kB',
  { ...DEFLATED, raw: deflateRawSync(zeros, { level: 9 }), both: { octets: zeros.length, crc: crc32(zeros) } },
  ['limit-exceeded', 'size', record(0, 24), '50000000 octets, at most 1048576'],
);
one(
  'bomb-ratio',
  'a thousand octets out of each one',
  {
    ...DEFLATED,
    raw: deflateRawSync(zeros.subarray(0, MiB), { level: 9 }),
    both: { octets: MiB, crc: crc32(zeros.subarray(0, MiB)) },
  },
  ['limit-exceeded', 'size', record(0, 24), 'at most 100 of one'],
);
const lying = { ...DEFLATED, raw: deflateRawSync(zeros, { level: 9 }) };
one('lie-small', '50 MB that say they are 10 octets', { ...lying, both: { octets: 10, crc: crc32(zeros) } }, [
  'bad-value',
  'size',
  record(0, 24),
  'is 10, it unpacks to more',
]);
one('lie-allowed', '50 MB that say they are 1 MiB', { ...lying, both: { octets: MiB, crc: crc32(zeros) } }, [
  'bad-value',
  'size',
  record(0, 24),
  'is 1048576, it unpacks to more',
]);
one('lie-large', '5,866 octets that say they are 100,000', { ...DEFLATED, both: { octets: 100_000 } }, [
  'bad-value',
  'size',
  record(0, 24),
  `is 100000, it unpacks to ${photo.length}`,
]);
one(
  'lie-4gb',
  'five octets that say they are 4 GB',
  { ...DEFLATED, raw: deflateRawSync(utf8('hello')), both: { octets: 0xfffffffe, crc: crc32(utf8('hello')) } },
  ['limit-exceeded', 'size', record(0, 24), '4294967294 octets'],
);
one('stored-sizes', 'stored, with two sizes', { both: { octets: photo.length + 1 } }, [
  'bad-value',
  'size',
  record(0, 20),
  `${photo.length} octets stored, ${photo.length + 1} unpacked`,
]);
bad('entry-too-large', 'an entry of 1 MiB and one octet', made([entry('large.bin', thin(MiB + 1), DEFLATED)]), [
  'limit-exceeded',
  'ZIP/entry "large.bin"/size',
  record(0, 24),
  '1048577 octets, at most 1048576',
]);
bad(
  'total-too-large',
  'three entries of 700 KiB',
  made([1, 2, 3].map((n) => entry(`${n}.bin`, thin(700 * 1024, n), DEFLATED))),
  ['limit-exceeded', 'ZIP/entry "3.bin"/size', record(2, 24), 'unpacks to 2150400 octets, at most 2097152'],
);
bad('too-many', '101 entries', made(Array.from({ length: 101 }, (_, i) => entry(`${i}`, utf8('x')))), [
  'limit-exceeded',
  'ZIP/end/entries',
  end(10),
  '101, at most 100',
]);

// ---- attacks: streams ----

const page = deflateRawSync(words, { level: 9 });
const stream = (name, about, raw, [code, field, where, words_], octets = words.length) =>
  bad(name, about, made([entry('x.txt', words, { ...DEFLATED, raw, both: { octets } })]), [
    code,
    `ZIP/entry "x.txt"/${field}`,
    where,
    words_,
  ]);
const data = (offset) => (layout) => layout.data[0] + offset;
stream('stream-cut', 'a deflated stream without its end', page.subarray(0, -3), [
  'truncated',
  'data',
  data(page.length - 3),
  'ends in a block',
]);
stream('stream-trailing', 'octets behind a deflated stream', Buffer.concat([page, hello]), [
  'trailing-bytes',
  'data',
  data(page.length),
  `${hello.length} octets of trailing data`,
]);
stream('stream-type-3', 'a block of the reserved type', Buffer.concat([Buffer.from([7]), page]), [
  'bad-value',
  'data',
  data(0),
  'block of type 3',
]);
stream('stream-distance', 'a repetition of what is not there', Buffer.from([0x03, 0x02, 0x00]), [
  'bad-value',
  'data',
  data(0),
  'before its first octet',
]);
bad('crc', 'a wrong check sum, stored', made([entry('x.jpg', photo, { both: { crc: 0x12345678 } })]), [
  'bad-value',
  'ZIP/entry "x.jpg"/CRC-32',
  record(0, 16),
  `is 12345678, its data have ${crc32(photo).toString(16).toUpperCase()}`,
]);
bad(
  'crc-deflated',
  'a wrong check sum, deflated',
  made([entry('a.txt', words, DEFLATED), entry('x.jpg', photo, { ...DEFLATED, both: { crc: 1 } })]),
  ['bad-value', 'ZIP/entry "x.jpg"/CRC-32', record(1, 16), 'is 00000001'],
);

// ---- attacks: two readings ----

one('local-name', 'another name in the local header', { local: { name: utf8('z.exe') } }, [
  'bad-value',
  'local header/name',
  local(0, 30),
  'is not the name in the directory',
]);
one('local-unicode-path', 'another UTF-8 name in the local header', { local: { extra: unicodePath(utf8('x.jpg'), 'z.exe') } }, [
  'bad-value',
  'local header/name',
  local(0, 30),
  'is not the name in the directory',
]);
one('local-method', 'another method in the local header', { local: { method: 8 } }, [
  'bad-value',
  'local header/method',
  local(0, 8),
  'is 8, in the directory 0',
]);
one('local-flags', 'encrypted says the local header', { local: { flags: 1 } }, [
  'bad-value',
  'local header/flags',
  local(0, 6),
  'is 1, in the directory 0',
]);
one('local-crc', 'another check sum in the local header', { local: { crc: 7 } }, [
  'bad-value',
  'local header/CRC-32',
  local(0, 14),
  'is 7, in the directory',
]);
one('local-size', 'another size in the local header', { local: { octets: 7 } }, [
  'bad-value',
  'local header/size',
  local(0, 22),
  `is 7, in the directory ${photo.length}`,
]);
one('local-packed-size', 'another packed size in the local header', { local: { packedOctets: 7 } }, [
  'bad-value',
  'local header/size',
  local(0, 18),
  `is 7, in the directory ${photo.length}`,
]);
const late = { ...DEFLATED, flags: DESCRIPTOR };
const descriptorAt = (offset) => (layout) => layout.data[0] + deflateRawSync(photo, { level: 9 }).length + offset;
one('descriptor-size', 'another size in the descriptor', { ...late, descriptor: { octets: 1 } }, [
  'bad-value',
  'data descriptor/size',
  descriptorAt(12),
  `is 1, in the directory ${photo.length}`,
]);
one('descriptor-none', 'no descriptor, though the flag says so', { ...late, descriptor: false }, [
  'bad-value',
  'data descriptor',
  descriptorAt(0),
  'has 0 octets',
]);
bad(
  'overlap-bomb',
  '51 records of one stream of 40 kB',
  made([
    entry('0.bin', thin(40_000), DEFLATED),
    ...Array.from({ length: 50 }, (_, i) =>
      entry(`${i + 1}.bin`, thin(40_000), { ...DEFLATED, at: ({ local: [first] }) => first }),
    ),
  ]),
  ['bad-value', 'ZIP/entry "1.bin"/local header', local(0, 0), 'overlaps entry "0.bin"'],
);
const inner = archive([entry('inner.txt', hello)]);
bad(
  'overlap-inside',
  'an entry inside of the data of another',
  made([entry('outer.bin', inner.octets), entry('inner.txt', hello, { at: ({ data: [first] }) => first })]),
  ['bad-value', 'ZIP/entry "inner.txt"/local header', data(0), 'overlaps entry "outer.bin"'],
);
one(
  'overlap-directory',
  'data that go on into the directory',
  { both: { packedOctets: photo.length + 20, octets: photo.length + 20 } },
  ['truncated', 'data', data(0), `${photo.length + 20} octets, ${photo.length} are left`],
);
one('header-nowhere', 'a local header where there is none', { record: { offset: 5 } }, [
  'bad-value',
  'local header',
  record(0, 42),
  'is not at 5',
]);
one('header-outside', 'a local header outside of the archive', { record: { offset: 0x7fffffff } }, [
  'bad-value',
  'local header',
  record(0, 42),
  'is not at 2147483647',
]);

// ---- attacks: the archive ----

const two = () => [entry('coast.jpg', photo), entry('coast.txt', hello)];
const whole = (name, about, made_, [code, field, where, words_]) => bad(name, about, made_, [code, field, where, words_]);
whole('prefix', 'a program in front of the archive, its offsets corrected', made(two(), { before: utf8('#!/bin/sh\n') }), [
  'bad-value',
  'ZIP',
  () => 0,
  '10 octets before the first entry',
]);
const plain = archive(two());
whole(
  'prefix-uncorrected',
  'the same, its offsets as they were',
  [Buffer.concat([utf8('#!/bin/sh\n'), plain.octets]), { ...plain.layout, end: plain.layout.end + 10 }],
  ['bad-value', 'ZIP/end/directory', end(16), 'something before the archive'],
);
whole('gap', 'octets between the last entry and the directory', made(two(), { between: hello }), [
  'bad-value',
  'ZIP',
  (layout) => layout.records[0] - hello.length,
  `${hello.length} octets before the directory`,
]);
whole('trailing', 'octets behind the archive', made(two(), { after: hello }), [
  'trailing-bytes',
  'ZIP',
  (layout) => layout.length - hello.length,
  `${hello.length} octets after the archive`,
]);
whole(
  'truncated',
  'the first half of an archive',
  [plain.octets.subarray(0, 3000), plain.layout],
  ['truncated', 'ZIP', () => 3000, 'ends before its directory'],
);
whole(
  'truncated-end',
  'an archive without its last ten octets',
  [plain.octets.subarray(0, -10), plain.layout],
  ['truncated', 'ZIP', () => plain.octets.length - 10, 'ends before its directory'],
);
whole(
  'truncated-comment',
  'a comment that is cut',
  [archive(two(), { comment: hello }).octets.subarray(0, -4), plain.layout],
  ['truncated', 'ZIP/end/comment', end(0), 'should end at'],
);
whole('not-a-zip', 'a picture', [photo, {}], ['bad-value', 'ZIP', () => 0, 'is not a ZIP archive']);
whole(
  'two-ends',
  'an end record inside of the comment',
  made(two(), {
    comment: Buffer.concat([hello, archive([]).octets.subarray(0, 20), numbers([2, 0])]),
  }),
  ['bad-value', 'ZIP/end', end(0), 'is there twice'],
);
whole('count-more', 'a directory that should have 60,000 entries', made(two(), { end: { count: 60_000 } }), [
  'bad-value',
  'ZIP/end/entries',
  end(10),
  '60000 do not fit',
]);
whole('count-less', 'a directory that should have one entry', made(two(), { end: { count: 1 } }), [
  'bad-value',
  'ZIP/end/entries',
  end(10),
  'the directory goes on',
]);
whole('disks', 'the second of two disks', made(two(), { end: { disk: 1, firstDisk: 0 } }), [
  'bad-value',
  'ZIP/end/disk',
  end(4),
  'several disks',
]);
whole('disk-entries', 'one of two entries on this disk', made(two(), { end: { here: 1 } }), [
  'bad-value',
  'ZIP/end/entries',
  end(8),
  '1 of 2',
]);
whole('zip64', 'a ZIP64 archive', made(two(), { end: { count: 0xffff, size: 0xffffffff, offset: 0xffffffff } }), [
  'bad-value',
  'ZIP/end',
  end(0),
  'ZIP64',
]);
whole('directory-past-end', 'a directory behind the end record', made(two(), { end: { offset: 100_000 } }), [
  'bad-value',
  'ZIP/end/directory',
  end(12),
  'past the end record',
]);
whole('directory-garbage', 'no record where the second should be', patched(two(), [[record(1, 0), 4, 0]]), [
  'bad-value',
  'ZIP/entry 1',
  record(1, 0),
  'is not a directory record',
]);
whole('directory-name-length', 'a name that goes on past the directory', patched(two(), [[record(1, 28), 2, 900]]), [
  'truncated',
  'ZIP/entry 1',
  record(1, 0),
  'the directory at',
]);
whole('local-name-length', 'a local name that goes on past the entries', patched(two(), [[local(1, 26), 2, 60_000]]), [
  'truncated',
  'ZIP/entry "coast.txt"/local header',
  local(1, 0),
  'go on into the directory',
]);

writeFileSync(
  new URL('index.json', folder),
  `${JSON.stringify({ madeBy: 'config/generate-zips.mjs', cases }, undefined, 2)}\n`,
);
console.log(`${cases.length} archives, ${cases.filter(({ entries }) => entries).length} of them good`);
