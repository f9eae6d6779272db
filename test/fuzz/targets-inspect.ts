/** What takes any octets at all: recognising and showing; the profiles of handsets; what the command line and the page read. */
import { FileError, Session, UsageError } from '../../src/cli/io.js';
import { readListing } from '../../src/cli/messages.js';
import { identifyOne, openOne } from '../../src/cli/readings.js';
import { exhibit } from '../../src/cli/report-exhibits.js';
import { FORMATS, type Format, formatTree, identify, inspect, treeToJson } from '../../src/inspect/index.js';
import { parseFragment } from '../../src/playground/link.js';
import { findHandset, handsets, parseHandset, parseProfile, searchHandsets } from '../../src/profile/index.js';
import { ANYWHERE, expectEqual, octetsTarget, outcomeOf, type Target, textTarget } from './target.js';
import { requireTiling } from './tiling.js';

/** Trees of more fields are not written out: they are bounded, and only slow. */
const limits = { inspectFields: 20_000 };

function show(octets: Uint8Array, as: Format | undefined, direction: 'MO' | 'MT' | undefined): unknown {
  const tree = inspect(octets, { as, direction, limits });
  requireTiling(tree, octets.length);
  formatTree(tree);
  JSON.stringify(treeToJson(tree));
  return tree;
}

const shown: readonly Target[] = [
  octetsTarget('inspect.identify', (octets) =>
    outcomeOf(octets.length, () => identify(octets).map(({ format }) => ({ format }))),
  ),
  octetsTarget('inspect.inspect', (octets) => outcomeOf(octets.length, () => show(octets, undefined, undefined))),
  ...(['MO', 'MT'] as const).map((direction) =>
    octetsTarget(`inspect.inspect ${direction}`, (octets) =>
      outcomeOf(octets.length, () => show(octets, undefined, direction)),
    ),
  ),
  ...FORMATS.map((as) =>
    octetsTarget(`inspect.inspect as ${as}`, (octets) => outcomeOf(octets.length, () => show(octets, as, undefined))),
  ),
];

const profiles: readonly Target[] = [
  textTarget(
    'profile.parseProfile',
    (text) => {
      const outcome = outcomeOf(ANYWHERE, () => parseProfile(text));
      if (outcome.refusal === undefined)
        expectEqual(parseProfile(JSON.stringify(outcome.value)), outcome.value, 'a profile comes back');
      return outcome;
    },
    {
      words: [
        '"',
        '{',
        '}',
        ':',
        'null',
        '[]',
        '"screen"',
        '"images"',
        '"mms"',
        '"sms"',
        '"push"',
        '"__proto__"',
        '1e999',
        '-1',
      ],
      seeds: () =>
        handsets()
          .slice(0, 12)
          .map((profile) => JSON.stringify(profile)),
    },
  ),
  textTarget(
    'profile.parseHandset',
    (text) => [
      parseHandset(text)?.make,
      findHandset({ userAgent: text })?.make,
      findHandset({ uaProf: text })?.make,
      findHandset({ make: text, model: text })?.make,
    ],
    {
      covers: ['profile.findHandset'],
      words: [
        'Nokia',
        '6230',
        'SonyEricsson',
        'K750i',
        'Mozilla/4.0',
        'Profile/MIDP-2.0',
        'UP.Browser/',
        'http://nds1.nds.nokia.com/uaprof/N6230r200.xml',
        '/',
        ';',
      ],
      seeds: () => [
        'Nokia 6230',
        'Nokia6230/2.0 (03.15) Profile/MIDP-2.0',
        'SonyEricssonK750i/R1CA Browser/SEMC-Browser/4.2',
        'SEC-SGHE700 UP.Browser/6.1',
      ],
    },
  ),
  textTarget(
    'profile.searchHandsets',
    (text) => searchHandsets(text, 5).map(({ make, model }) => ({ kind: `${make} ${model}` })),
    {
      seeds: () => ['nokia 62', 'sony ericsson k', '3gp'],
    },
  ),
];

const session = () => new Session({ stdin: async function* () {}, stdout: () => {}, stderr: () => {} } as never);

const others: readonly Target[] = [
  octetsTarget('cli.readListing', (octets) =>
    [false, true].map((lenient) =>
      outcomeOf(ANYWHERE, () => readListing(session(), 'a.txt', octets, lenient), [FileError, UsageError]),
    ),
  ),
  octetsTarget('cli.openOne', (octets) => {
    const opened = outcomeOf(octets.length, () => openOne(octets, { limits }));
    return [opened.refusal ?? opened.value?.within, outcomeOf(octets.length, () => identifyOne(octets).length)];
  }),
  octetsTarget('cli.exhibit', (octets) =>
    outcomeOf(octets.length, () => {
      const opened = openOne(octets, { limits });
      const { exhibits, faults } = exhibit(identify(opened.octets)[0]?.format, opened.octets, opened.tree);
      return [exhibits.map(({ kind, name }) => [kind, name]), faults];
    }),
  ),
  textTarget('playground.parseFragment', (text) => outcomeOf(text.length, () => parseFragment(text)), {
    words: ['#', '=', '&', 'tab=', 'inspect', 'hex=', 'text=', '%', '+'],
    seeds: () => ['#inspect/BgUEC4Qj8A', '#inspect/BgUEC4Qj8A?as=udh&direction=MO'],
  }),
];

export const INSPECT: readonly Target[] = [...shown, ...profiles, ...others];
