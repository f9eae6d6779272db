/**
 * Septets and characters: Perl's own coding of the default alphabet, and tshark on septets as the text of a message.
 * @module
 */
import { fileURLToPath } from 'node:url';
import { fromHex } from '../../../src/bytes/index.js';
import { run } from '../../interop/drivers/run.js';
import { dissect, type Frame } from '../../interop/drivers/tshark.js';
import { DEFAULT_ALPHABET, EXTENSION, headerHex, packed } from '../pack/families/gsm-wire.js';
import { hexOf, sizeOf } from '../pack/families/wire.js';
import type { BareCase, JsonObject } from '../pack/shape.js';
import { type Ask, type Oracle, type Shown, versionBy } from './oracle.js';
import { askThose, readsOnly } from './tshark-layers.js';

const SCRIPT = fileURLToPath(new URL('../../interop/drivers/gsm0338.pl', import.meta.url));

type Answer = { readonly text: string } | { readonly hex: string } | { readonly refused: true };

async function perlAnswers(jobs: readonly object[]): Promise<Answer[]> {
  const { stdout } = await run('perl', [SCRIPT], { input: JSON.stringify(jobs) });
  return JSON.parse(stdout) as Answer[];
}

const wireHex = ({ input }: BareCase) => ('hex' in input ? input.hex : '');
const caseValue = ({ input, expected }: BareCase): JsonObject =>
  'value' in expected ? expected.value : 'value' in input ? input.value : {};

/** What is read, and what is written for the value where a case goes both ways. */
function bothWays(read: Answer | undefined, written: Answer | undefined, name: string): Shown {
  if (read !== undefined && 'refused' in read) return { refused: true };
  if (written !== undefined && 'refused' in written) return { refused: true };
  return {
    shows: {
      ...(read !== undefined && { [name]: 'text' in read ? read.text : read.hex }),
      ...(written !== undefined && 'hex' in written && { $hex: written.hex }),
    },
  };
}

/** Asks for what is read and for what is written, as far as the direction of a case asks for it. */
const perlOn =
  (name: string, reading: (bare: BareCase) => object, writing: (bare: BareCase) => object): Ask =>
  async (cases) => {
    const jobs = cases.flatMap((bare) => [
      ...(bare.direction === 'encode' ? [] : [reading(bare)]),
      ...(bare.direction === 'decode' ? [] : [writing(bare)]),
    ]);
    const answers = await perlAnswers(jobs);
    let at = 0;
    return cases.map(({ direction }) => {
      const read = direction === 'encode' ? undefined : answers[at++];
      const written = direction === 'decode' ? undefined : answers[at++];
      return bothWays(read, written, name);
    });
  };

const perlTexts = perlOn(
  'text',
  (bare) => ({ hex: wireHex(bare) }),
  (bare) => ({ text: caseValue(bare).text }),
);

/** Perl on texts: those of national tables are not asked. */
const askPerlTexts: Ask = async (cases) => {
  const asked = cases.filter(({ options }) => options === undefined);
  const shown = await perlTexts(asked);
  return cases.map((bare) => shown[asked.indexOf(bare)] ?? { cannot: 'it knows no national tables' });
};

export const perl: Oracle = {
  id: 'perl',
  program: 'Encode::GSM0338, and pack as its manual has it',
  package: 'perl',
  version: () => versionBy('perl', ['-MJSON::PP', '-MEncode::GSM0338', '-e', 'printf "%vd", $^V'], /(\S+)/),
  asks: [
    {
      formats: ['gsm7-packing'],
      ask: perlOn(
        'septets',
        (bare) => ({ packed: wireHex(bare), ...bare.options }),
        (bare) => ({ unpacked: caseValue(bare).septets, fillBits: bare.options?.fillBits }),
      ),
    },
    { formats: ['gsm7-text'], ask: askPerlTexts },
  ],
};

/** Fields of an SMS-SUBMIT before TP-UDL, in GSM 7-bit. */
const submitHead = (hasHeader: boolean) => `${hasHeader ? '41' : '01'}000B917283010010F50000`;

/** Septets in octets, with a header before them whose end the fill bits follow. */
function submitOf(count: number, octets: string, header: string): Frame {
  const udl = Math.ceil((8 * sizeOf(header)) / 7) + count;
  return { octets: fromHex(submitHead(header !== '') + hexOf(udl) + header + octets), direction: 'MO' };
}

/** A header, all of it one element for the sender and the receiver, followed by this number of fill bits. */
function headerBefore(fillBits: number): string {
  if (fillBits === 0) return '';
  const octets = fillBits > 4 ? 14 - fillBits : 7 - fillBits;
  return headerHex([[0x80, '00'.repeat(octets - 3)]]);
}

/** The text of septets, by the tables. */
function textOf(septets: string): string {
  let text = '';
  let isEscaped = false;
  for (const septet of fromHex(septets)) {
    if (septet === 0x1b && !isEscaped) {
      isEscaped = true;
      continue;
    }
    const found = EXTENSION.find(([code]) => code === septet)?.[1];
    text += isEscaped && found !== undefined ? found : DEFAULT_ALPHABET[septet];
    isEscaped = false;
  }
  return text;
}

const MAX_SEPTETS = 160;

/** Cases as messages; cases that fit no message are not asked. */
const inMessages = (frameOf: (bare: BareCase) => Frame | string, shownIn: (bare: BareCase, text: string) => JsonObject): Ask =>
  readsOnly((cases) =>
    askThose(cases, frameOf, async (frames, asked) => {
      const found = await dissect(frames);
      return found.map(({ text, malformed }, index): Shown => {
        if (malformed) return { refused: true };
        // PDML has no form feed.
        const isShown = text !== undefined && !/\ufffd|\\xc/.test(text);
        return isShown ? { shows: shownIn(asked[index]!, text) } : { cannot: 'it shows no such characters' };
      });
    }),
  );

/** tshark on septets after a header. */
export const askPackedSeptets: Ask = inMessages(
  (bare) => submitOf(Number(bare.options?.septets), wireHex(bare), headerBefore(Number(bare.options?.fillBits))),
  (bare, text) => {
    const { septets } = caseValue(bare) as { septets: string };
    return { septets: text === textOf(septets) ? septets : text };
  },
);

/** tshark on texts, with the elements of their tables in a header. */
export const askSeptetTexts: Ask = inMessages(
  (bare) => {
    const septets = [...fromHex(wireHex(bare))];
    if (septets.some((septet) => septet > 0x7f)) return 'a message has no such septets';
    if (septets.length === 0 || septets.length > MAX_SEPTETS - 8) return 'a message has no such text';
    const { lockingShift, singleShift } = { ...bare.options } as { lockingShift?: number; singleShift?: number };
    const elements = [
      ...(singleShift === undefined ? [] : [[0x24, hexOf(singleShift)] as const]),
      ...(lockingShift === undefined ? [] : [[0x25, hexOf(lockingShift)] as const]),
    ];
    const header = elements.length === 0 ? '' : headerHex(elements);
    const bits = 8 * sizeOf(header);
    return submitOf(septets.length, packed(septets, 7 * Math.ceil(bits / 7) - bits), header);
  },
  (_, text) => ({ text }),
);
