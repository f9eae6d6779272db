/**
 * The texts that the contenders share: named, realistic, of exact lengths, several of each so that no run works on one string alone.
 * @module
 */

/** Plain ASCII inside the GSM 7-bit default alphabet, without an extension character: what every peer can carry. */
const PROSE =
  'Your parcel 48213 will arrive tomorrow between 9 and 11. Track it at example.org/t/48213 or reply STOP to this number. ' +
  'Dear customer, your appointment with Dr Okafor is on Tuesday 24 November at 14:30. Please bring your card and arrive early. ' +
  'Security code: 730 418. It is valid for ten minutes; never give it to anybody, we will not ask for it by phone. ' +
  'Reminder: the school gates close at 08:45 from Monday on. Late arrivals report to the office, entrance B (north side). ' +
  'Balance of account ending 2207: 1,482.19 after a card payment of 36.40 at CORNER SHOP. Not you? Call us at once. ' +
  'Flight KX 311 to Lisbon now departs from gate C17 at 19:05, boarding 18:25. We are sorry for the delay. ' +
  'Water supply in Mill Lane will be off on Friday from 10 to 15 for repairs. Store what you need, thank you for your patience! ';

/** Outside GSM 7-bit from the first letter on, inside the basic plane: peers that cut surrogate pairs can still take part. */
const CYRILLIC =
  'Ваша посылка 48213 прибудет завтра между 9 и 11 часами. Отследить её можно на сайте или по телефону поддержки. ' +
  'Напоминаем: приём у врача во вторник, 24 ноября, в 14:30. Пожалуйста, возьмите с собой карту и придите заранее. ' +
  'Код подтверждения: 730 418. Он действует десять минут, никому его не сообщайте, даже сотрудникам банка. ' +
  'Рейс на Лиссабон вылетает в 19:05, посадка заканчивается в 18:40, выход номер семнадцать. Приносим извинения за задержку. ';

const EMOJI = ['😀', '🚚', '📦', '🎉', '❤', '✈', '🛬', '👍'];

/** How many variants of each kind take turns. */
export const VARIANTS = 8;

/** Windows of exactly `length` units over repeated prose. */
export function plainTexts(length: number, variants = VARIANTS): string[] {
  return windows(PROSE, length, variants);
}

export function cyrillicTexts(length: number, variants = VARIANTS): string[] {
  return windows(CYRILLIC, length, variants);
}

/**
 * GSM texts of three parts whose first two borders (153 and 306 septets) each fall on an extension character, so that a part
 * must end one septet early.
 */
export function gsmTextsWithBorders(): string[] {
  return windows(PROSE, 420).map((prose, i) => {
    const extension = ['€', '[', ']', '{', '}', '~', '^', '|'][i % 8]!;
    return flat(prose.slice(0, 152) + extension + prose.slice(152, 303) + extension + prose.slice(303, 400 + i));
  });
}

/** UCS-2 texts of four parts with emoji inside and one across the first border (units 66 and 67 of a part of 67). */
export function ucs2TextsWithEmoji(): string[] {
  return windows(CYRILLIC, 240).map((prose, i) => {
    const face = EMOJI[i % 2]!;
    const other = EMOJI[(i * 3) % 8]!;
    return flat(prose.slice(0, 66) + face + prose.slice(66, 120) + other + prose.slice(120, 190 + i) + other);
  });
}

/** Texts at the limits, with the segments they take (TS 23.040 section 9.2.3.24.1, TS 23.038 section 6.2.1). */
export const BORDERS: readonly { readonly name: string; readonly text: string; readonly segments: number }[] = [
  { name: '160 x', text: 'x'.repeat(160), segments: 1 },
  { name: '161 x', text: 'x'.repeat(161), segments: 2 },
  { name: '306 x', text: 'x'.repeat(306), segments: 2 },
  { name: '307 x', text: 'x'.repeat(307), segments: 3 },
  { name: '158 x + €', text: `${'x'.repeat(158)}€`, segments: 1 },
  { name: '159 x + €', text: `${'x'.repeat(159)}€`, segments: 2 },
  { name: '80 €', text: '€'.repeat(80), segments: 1 },
  { name: '81 €', text: '€'.repeat(81), segments: 2 },
  { name: '152 x + € + 151 x', text: `${'x'.repeat(152)}€${'x'.repeat(151)}`, segments: 2 },
  { name: '152 x + € + 152 x', text: `${'x'.repeat(152)}€${'x'.repeat(152)}`, segments: 3 },
  { name: '153 €', text: '€'.repeat(153), segments: 3 },
  { name: '70 Ж', text: 'Ж'.repeat(70), segments: 1 },
  { name: '71 Ж', text: 'Ж'.repeat(71), segments: 2 },
  { name: '134 Ж', text: 'Ж'.repeat(134), segments: 2 },
  { name: '135 Ж', text: 'Ж'.repeat(135), segments: 3 },
  { name: '68 Ж + emoji', text: `${'Ж'.repeat(68)}😀`, segments: 1 },
  { name: '69 Ж + emoji', text: `${'Ж'.repeat(69)}😀`, segments: 2 },
  { name: '66 Ж + emoji + 65 Ж', text: `${'Ж'.repeat(66)}😀${'Ж'.repeat(65)}`, segments: 2 },
  { name: '66 Ж + emoji + 66 Ж', text: `${'Ж'.repeat(66)}😀${'Ж'.repeat(66)}`, segments: 3 },
  { name: '67 emoji', text: '😀'.repeat(67), segments: 3 },
  { name: '70 ç (small, not GSM)', text: 'ç'.repeat(70), segments: 1 },
  { name: '71 ç (small, not GSM)', text: 'ç'.repeat(71), segments: 2 },
  { name: '160 Ç (capital, GSM)', text: 'Ç'.repeat(160), segments: 1 },
  { name: '71 backtick (not GSM)', text: '`'.repeat(71), segments: 2 },
  { name: '160 of @ Δ § ¿ Ξ', text: '@Δ§¿Ξ'.repeat(32), segments: 1 },
  { name: '80 form feed (extension)', text: '\f'.repeat(81), segments: 2 },
  { name: '71 tab (not GSM)', text: '\t'.repeat(71), segments: 2 },
  { name: '160 with CR LF', text: '\r\n'.repeat(80), segments: 1 },
  { name: '70 Ж with [ and €', text: `${'Ж'.repeat(60)}${'[€'.repeat(5)}`, segments: 1 },
];

function windows(prose: string, length: number, variants = VARIANTS): string[] {
  const endless = prose.repeat(Math.ceil(length / prose.length) + 2);
  const step = Math.floor(prose.length / variants);
  return Array.from({ length: variants }, (_, i) => flat(endless.slice(i * step, i * step + length)));
}

/** A copy that is one run of characters: slices and concatenations are views in V8, which would cost every reader extra. */
export function flat(text: string): string {
  return [...text].join('');
}

/** One text as V8's kinds of strings: interned, flat, slice, concatenation, and the two-byte forms of them for a wide one. */
export function stringKinds(text: string): string[] {
  const wide = `${text.slice(1)}Ж`;
  return [text, wide].flatMap((value) => [
    Object.keys({ [value]: 0 })[0]!,
    flat(value),
    ` ${value}`.repeat(2).slice(1, 1 + value.length),
    value.slice(0, 20) + value.slice(20),
  ]);
}
