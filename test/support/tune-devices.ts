/**
 * What each device plays of a text, written from the rules of its own source and from nothing of ours: an oracle for lint and fit.
 * A sound is hertz (0 for silence) and milliseconds; null is a text that is refused, or a tune that stops.
 */
export type Played = readonly (readonly [hz: number, ms: number])[] | null;

const LETTERS: Readonly<Record<string, number>> = { c: 1, d: 3, e: 5, f: 6, g: 8, a: 10, b: 12 };
const hzOf = (index: number, octave: number) => 261.63 * 2 ** ((index - 1) / 12 + octave - 4);

class Scanner {
  at = 0;
  readonly text: string;

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  get here(): string {
    return this.text[this.at] ?? '';
  }

  number(most = 99): number {
    const digits = new RegExp(`^[0-9]{0,${most}}`).exec(this.text.slice(this.at))?.[0] ?? '';
    this.at += digits.length;
    return digits === '' ? 0 : Number(digits);
  }

  takes(character: string): boolean {
    if (this.here !== character || character === '') return false;
    this.at++;
    return true;
  }
}

/** The component of ESPHome, of both generations. */
function esphome(text: string, isOld: boolean): Played {
  const name = text.indexOf(':');
  const octets = new TextEncoder().encode(text.slice(0, Math.max(name, 0))).length;
  if (name < 0 || octets > (isOld ? 15 : 63)) return null;
  const end = text.indexOf(':', name + 1);
  let [duration, octave, tempo] = [4, 6, 63];
  let from = name;
  const bits = (value: number) => (isOld ? value & 0xff : value);
  const value = (key: string): number | undefined | null => {
    const at = text.indexOf(`${key}=`, from);
    if (at < 0 || (!isOld && at >= end)) return isOld ? null : undefined;
    const scanner = new Scanner(text, at + 2);
    const read = bits(scanner.number());
    if (isOld) from = scanner.at;
    return read;
  };
  if (!isOld && end < 0) return null;
  for (const key of ['d', 'o', 'b']) {
    const read = value(key);
    if (read === null) return null;
    if (read === undefined) continue;
    if (!isOld && key === 'd' && ![1, 2, 4, 8, 16, 32].includes(read)) return null;
    if (!isOld && key === 'o' && (read < 4 || read > 7)) return null;
    if (!isOld && key === 'b' && read < 4) return null;
    if (key === 'd' && read > 0) duration = read;
    if (key === 'o' && read >= 3 && read <= 7) octave = read;
    if (key === 'b' && read !== 0) tempo = read;
  }
  const notesAt = isOld ? text.indexOf(':', from) : end;
  if (notesAt < 0) return null;
  const scanner = new Scanner(text, notesAt + 1);
  const sounds: [number, number][] = [];
  for (;;) {
    while (scanner.here === ',' || scanner.here === ' ') scanner.at++;
    if (scanner.here === '') return sounds;
    const own = bits(scanner.number());
    let ms = 240_000 / tempo / (own || duration);
    let index = scanner.here === 'h' ? 12 : (LETTERS[scanner.here] ?? 0);
    scanner.at++;
    if (scanner.takes('#')) index++;
    if (isOld && scanner.takes('.')) ms *= 1.5;
    const scale = bits(scanner.number()) || octave;
    if (scale < 4 || scale > 7) return null;
    if (!isOld && scanner.takes('.')) ms *= 1.5;
    if (index > 0 && (scale - 4) * 12 + index > 48) return null;
    sounds.push([index === 0 ? 0 : hzOf(index, scale), ms]);
  }
}

/** The Music Player of the Flipper Zero, on a text that is trimmed as its file is. */
function flipper(file: string): Played {
  const text = file.trim();
  let at = text.indexOf(':');
  if (at < 0) return null;
  const values: number[] = [];
  for (let i = 0; i < 3; i++) {
    at = text.indexOf('=', at);
    if (at < 0) return null;
    const scanner = new Scanner(text, at + 1);
    values.push(scanner.number());
    at = scanner.at;
  }
  const notesAt = text.indexOf(':', at);
  return notesAt < 0 ? null : flipperNotes(text.slice(notesAt + 1), values as [number, number, number]);
}

/** The notes of both of its formats. */
export function flipperNotes(text: string, [duration, octave, tempo]: readonly [number, number, number]): Played {
  const scanner = new Scanner(text);
  const sounds: [number, number][] = [];
  while (scanner.here !== '') {
    if (scanner.here !== ' ' && scanner.here !== '\t') {
      const own = scanner.number() || duration;
      const letter = /[A-Za-z]/.test(scanner.here) ? scanner.here.toUpperCase() : '';
      if (letter !== '') scanner.at++;
      const isSharp = scanner.takes('#') || scanner.takes('_');
      const height = scanner.number() || octave;
      let ms = 240_000 / tempo / own;
      let dots = 0;
      for (; scanner.takes('.'); dots++) ms *= 1.5;
      if (own < 1 || own > 128 || !/^[A-GP]$/.test(letter) || height > 16 || dots > 16) return null;
      const index = (LETTERS[letter.toLowerCase()] ?? 0) + (isSharp ? 1 : 0);
      sounds.push([letter === 'P' ? 0 : hzOf(index, height), ms]);
      const comma = scanner.text.indexOf(',', scanner.at);
      if (comma >= 0) scanner.at = comma;
    }
    if (scanner.here !== '') scanner.at++;
  }
  return sounds;
}

/** NonBlockingRtttl, which checks nothing: it is given texts that have a colon. */
function nonBlocking(text: string): Played {
  const scanner = new Scanner(text, text.indexOf(':') + 1);
  let [duration, octave, tempo] = [4, 6, 63];
  if (scanner.here === 'd') {
    scanner.at += 2;
    duration = scanner.number() || duration;
    scanner.at++;
  }
  if (scanner.here === 'o') {
    scanner.at += 2;
    const read = Number(scanner.here);
    scanner.at += 2;
    if (read >= 3 && read <= 7) octave = read;
  }
  if (scanner.here === 'b') {
    scanner.at += 2;
    tempo = scanner.number();
    scanner.at++;
  }
  const sounds: [number, number][] = [];
  while (scanner.here !== '') {
    let ms = 240_000 / tempo / (scanner.number() || duration);
    let index = LETTERS[scanner.here] ?? 0;
    scanner.at++;
    if (scanner.takes('#')) index++;
    if (scanner.takes('.')) ms *= 1.5;
    const height = /\d/.test(scanner.here) ? scanner.number(1) : octave;
    scanner.takes(',');
    sounds.push([index === 0 ? 0 : hzOf(index, height), ms]);
  }
  return sounds;
}

/** AnyRtttl 2.6 in its relaxed mode. */
function anyRtttl(text: string): Played {
  const scanner = new Scanner(text, text.indexOf(':') + 1);
  let [duration, octave, tempo] = [4, 6, 63];
  for (;;) {
    const key = scanner.here.toLowerCase();
    if (key === '') return null;
    scanner.at++;
    if (key === ':') break;
    if (key !== 'd' && key !== 'o' && key !== 'b') continue;
    scanner.at++;
    const read = scanner.number();
    if (key === 'd' && read >= 1 && read <= 32) duration = read;
    if (key === 'o' && read >= 4 && read <= 7) octave = read;
    if (key === 'b') tempo = read;
  }
  const sounds: [number, number][] = [];
  while (scanner.here !== '') {
    while (scanner.takes(' '));
    const read = scanner.number();
    let ms = 240_000 / tempo / (read >= 1 && read <= 32 ? read : duration);
    let index = 0;
    let height = octave;
    while (scanner.here !== '') {
      const character = scanner.here.toLowerCase();
      scanner.at++;
      if (character === ',') break;
      if (character === '#') index++;
      else if (character === '.') ms *= 1.5;
      else if (/[4-7]/.test(character)) height = Number(character);
      else if (/[a-gp]/.test(character)) index = LETTERS[character] ?? 0;
    }
    sounds.push([index === 0 ? 0 : hzOf(index, height), ms]);
  }
  return sounds;
}

/** The configurators' reader; what of it 62 pairs hold is another matter. */
function configurator(text: string): Played {
  const sections = text.split(':');
  if (sections.length !== 3) return null;
  const values: Record<string, string> = { d: '4', o: '6', b: '63' };
  for (const pair of (sections[1] as string).split(',')) {
    if (pair === '') continue;
    const [key = '', value = '', ...more] = pair.split('=');
    if (!pair.includes('=') || more.length > 0) return null;
    if (key === 'd' && !['1', '2', '4', '8', '16', '32'].includes(value)) return null;
    if (key in values) values[key] = value;
  }
  const sounds: [number, number][] = [];
  for (const item of (sections[2] as string).split(',')) {
    const found = /(1|2|4|8|16|32|64)?((?:[a-g]|h|p)#?)(\.*)([1-8])?(\.*)/.exec(item);
    if (found === null) return null;
    const [, own, letters = '', early = '', octave, late = ''] = found;
    const dots = early.length || late.length;
    const whole = 240_000 / Number.parseInt(values.b as string, 10);
    const ms = (whole / Number(own ?? values.d)) * ([1, 1.5, 1.75, 1.875, 1.9375][dots] ?? 1);
    const letter = letters[0] === 'h' ? 'b' : (letters[0] as string);
    const index = (LETTERS[letter] ?? 0) + (letters.endsWith('#') ? 1 : 0);
    sounds.push([letter === 'p' ? 0 : hzOf(index, Number.parseInt(octave ?? (values.o as string), 10)), ms]);
  }
  return sounds;
}

/** What Bluejay plays of 128 octets: hertz and milliseconds of each pair. */
export function bluejayPlays(octets: Uint8Array): Played {
  if (octets[0] === 255) return null;
  const sounds: [number, number][] = [];
  for (let at = 4; at < 128; at += 2) {
    const [count = 0, width = 0] = octets.subarray(at, at + 2);
    if (count === 0) break;
    const pulseMs = (24.72 * width + 399.3) / 1000;
    sounds.push(width === 0 ? [0, count] : [1000 / pulseMs, count * pulseMs]);
  }
  return sounds;
}

/** What AM32 plays of them. */
export function am32Plays(octets: Uint8Array): Played {
  if (octets[0] === 255) return null;
  const sounds: [number, number][] = [];
  let full = 0;
  for (let at = 4; at < 128; at += 2) {
    const [count = 0, width = 0] = octets.subarray(at, at + 2);
    if (count === 255) full++;
    else {
      const total = full * 254 + count;
      full = 0;
      const hz = Math.floor(10_000_000 / (width * 247 + 4000));
      if (total > 0) sounds.push(width === 0 ? [0, total] : [hz, Math.floor((total * Math.floor(100_000 / hz)) / 100)]);
    }
  }
  return sounds;
}

/** The readers of text, by device. */
export const DEVICE_MODELS = {
  esphome: (text: string) => esphome(text, false),
  'esphome-2025': (text: string) => esphome(text, true),
  flipper,
  nonblockingrtttl: nonBlocking,
  anyrtttl: anyRtttl,
  bluejay: configurator,
  am32: configurator,
} as const satisfies Readonly<Record<string, (text: string) => Played>>;

/** Whether two performances sound the same: hertz within a tenth of a semitone, each sound within 1 percent or a millisecond. */
export function soundsLike(one: Played, other: Played): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.length === other.length &&
    one.every(([hz, ms], i) => {
      const [otherHz, otherMs] = other[i] as readonly [number, number];
      const isSamePitch = hz === 0 || otherHz === 0 ? hz === otherHz : Math.abs(Math.log2(hz / otherHz)) < 1 / 120;
      return isSamePitch && Math.abs(ms - otherMs) <= Math.max(1, ms / 100);
    })
  );
}
