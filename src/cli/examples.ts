/**
 * The end of `--help`: examples of commands, and what the program says of itself as a whole. Examples of `encode KIND` are in the rows of its table,
 * those of `send` and `account` beside their help on credentials.
 * @module
 */

/** Exit codes by number. */
export const EXIT_WORDS: readonly string[] = [
  'done',
  'the input is wrong',
  'the command line is wrong',
  'done with warnings, where --strict is given',
  'the gateway refused',
  'no connection: nothing was sent',
  'sent, no readable answer: do not repeat it',
];

/** What there is to say of the program, below its commands. */
export const PROGRAM_TEXT = `
Exit codes:
${[0, 1, 2].map((code) => `  ${`${code}  ${EXIT_WORDS[code]}`.padEnd(29)}  ${code + 4}  ${EXIT_WORDS[code + 4]}\n`).join('')}  3  ${EXIT_WORDS[3]}

Begin with:
  handset serve --demo       a gateway with virtual handsets, and a page to look
  handset inspect FILE       what is it?
  handset preview FILE       what would a handset show?
  handset COMMAND --help     options and examples
`;

/** By the command as it is typed. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  inspect: [
    'handset inspect --hex 01000B917283010010F500000CE8329BFD066D789BF2C607',
    'handset inspect message.mms --depth 3',
    'handset inspect downloads --report report.html',
  ],
  convert: [
    'handset convert photo.jpg logo.otb --size 72x14',
    'handset convert tune.rtttl tune.mid',
    'handset convert logo.otb - --to hex',
  ],
  archive: [
    'handset archive phone -o messages.html',
    'handset archive sms.xml messages.vmg -o messages.zip',
    'handset archive messages.vmg --to sms-backup-restore -o sms.xml',
  ],
  encode: [
    "handset encode text 'On my way' --to 447700900123 --format at",
    'handset encode ringtone tune.rtttl --make Nokia --to 447700900123',
  ],
  compose: [
    "handset compose photo.jpg hello.txt -o show.mms --subject 'The coast'",
    "handset compose show.zip -o show.mms --handset 'Nokia 6230' --fit-pictures",
  ],
  preview: [
    'handset preview logo.otb',
    'handset preview session.txt --png screen.png',
    'handset preview tune.rtttl --wav tune.wav',
  ],
  lint: ['handset lint tune.rtttl', 'handset lint --fix tune.rtttl', 'handset lint tune.rtttl --device flipper'],
  segment: ["handset segment 'Une leçon, ça va'", 'handset segment letter.txt --transliterate'],
  handsets: ['handset handsets nokia 6230', 'handset handsets --show SE K750i'],
  repurpose: [
    "handset repurpose photo.jpg --handset 'Nokia 6230' -o small.jpg",
    "handset repurpose photos --handset 'SE K750i' --use mms -o adapted",
  ],
  serve: [
    'handset serve --demo',
    'handset serve --provision accounts.json --store gateway.db',
    'handset serve --config settings.json',
  ],
  inbox: ['handset inbox 447700900123', 'handset inbox 447700900123 --last 1 --hex'],
  route: [
    'handset route 447700900123 --provision accounts.json',
    'handset route 447700900123 --account Shop.1 --content mms --config settings.json --json',
  ],
  modem: [
    'handset modem /dev/ttyUSB0 --once',
    'handset modem /dev/ttyUSB0 --delete --json',
    "handset modem /dev/ttyUSB0 --ussd '*100#'",
  ],
  smsc: ['handset smsc --script faults.json', 'handset smsc --script faults.json --port 2776 --json'],
  version: ['handset version', 'handset version --json'],
  completion: ['handset completion bash', 'handset completion zsh'],
  man: ['handset man'],
  playground: ['handset playground --out site', 'handset playground --out page.html'],
  admin: ['handset admin accounts --store gateway.db', 'handset admin ledger Shop.1 --store gateway.db --json'],
  'admin account': [
    'handset admin account Shop.1 --price 0.0400 --debit 5 --store gateway.db',
    'handset admin account Shop.1 --rotate-pin --store gateway.db',
    'handset admin account Shop.2 --create --credit 10 --store gateway.db',
  ],
  'admin accounts': ['handset admin accounts --store gateway.db'],
  'admin ledger': ['handset admin ledger Shop.1 --store gateway.db --json'],
  'admin messages': [
    'handset admin messages --store gateway.db',
    'handset admin messages --number 447700900123 --state failed --store gateway.db',
  ],
  'admin cancel': [
    'handset admin cancel UVY897OZIRO0P6E --store gateway.db',
    'handset admin cancel --account Shop.1 --store gateway.db',
  ],
  'admin requeue': ['handset admin requeue UVY897OZIRO0P6E --store gateway.db'],
  'admin opt-outs': ['handset admin opt-outs --originator 447700900001 --store gateway.db'],
  'admin opt-in': ['handset admin opt-in 447700900001 447700900123 --store gateway.db'],
  'admin audit': ['handset admin audit --account Shop.1 --store gateway.db'],
  'admin credit': ['handset admin credit Shop.1 10.0000 --store gateway.db'],
  'admin backup': ['handset admin backup backup.db --store gateway.db'],
  'admin restore': ['handset admin restore backup.db --store gateway.db'],
  'admin provision': ['handset admin provision accounts.json --store gateway.db'],
};

/** Examples of a command by its path, such as `admin audit`. */
export function examplesOf(path: string): readonly string[] {
  return EXAMPLES[path] ?? [];
}

/** The examples of a command as its help shows them; empty for a command that has none here. */
export function examplesText(path: string): string {
  const lines = examplesOf(path);
  return lines.length === 0 ? '' : `\nExamples:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}
