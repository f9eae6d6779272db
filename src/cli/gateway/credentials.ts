/**
 * Which gateway, and in whose name: from options, the environment and a file. A PIN is never among the arguments, where every process of the
 * machine can read it.
 *
 *   HANDSET_SERVER  HANDSET_SECONDARY  HANDSET_USERNAME  HANDSET_PIN  HANDSET_CONFIG (the file)
 *   HANDSET_OPERATORS  HANDSET_OPERATORS_TOKEN (for operators)
 *   { "server": "https://...", "secondary": "https://...", "username": "...", "pin": "..." }
 *
 * Options count more than the environment, and the environment more than the file. A secondary server and a PIN come from where the server
 * and the user name come from, or from where counts more: otherwise one account's PIN could go to another one's server.
 * @module
 */
import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { decodeUtf8 } from '../../bytes/index.js';
import { parseJson } from '../../bytes/json.js';
import { fields, nonEmpty } from '../../bytes/json-fields.js';
import { FormatError } from '../../errors.js';
import { inputName, type Session, UsageError } from '../io.js';

/** Options of all that speaks to a gateway. */
export interface GatewayOptions {
  readonly server?: string;
  readonly secondary?: string;
  readonly config?: string;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** An account on a gateway. */
export interface GatewayAccount {
  readonly server: string;
  readonly secondary: string | undefined;
  readonly username: string;
  /** Undefined only for a dry run, which does not show it. */
  readonly pin: string | undefined;
}

const KEYS = ['server', 'secondary', 'username', 'pin'] as const;

/** What one place says. */
type Settings = { readonly [K in (typeof KEYS)[number]]?: string | undefined };

/** Adds what {@link GatewayOptions} holds. */
export function gatewayOptions(command: Command): Command {
  command.optionsGroup('Gateway:');
  return command
    .option('--server <url>', 'address of the gateway; HANDSET_SERVER when left out', serverOption('server'))
    .option(
      '--secondary <url>',
      'address of its second server, asked where no connection comes about',
      serverOption('secondary'),
    )
    .option('--config <file>', 'server, secondary, username and pin as JSON; HANDSET_CONFIG when left out')
    .option('--timeout <seconds>', 'how long the answer may take; 30 and 0.1 for each recipient when left out', timeoutOption)
    .option('--dry-run', 'show the request and send nothing')
    .option('--json', 'results as JSON');
}

/** What stands below the options of every command that speaks to a gateway. */
export function gatewayHelp(examples: readonly string[]): string {
  return `
Environment:
  HANDSET_SERVER, HANDSET_SECONDARY, HANDSET_USERNAME, HANDSET_PIN,
  HANDSET_CONFIG (a file as --config takes it). There is no option for a PIN.

Exit codes:
  0  done                        4  the gateway refused
  1  the input is wrong          5  no connection: nothing was sent
  2  the command line is wrong   6  sent, no readable answer: do not repeat it
  3  done with warnings, where --strict is given

Examples:
${examples.map((example) => `  ${example}`).join('\n')}
`;
}

/** Checks the address that an option names. */
export function serverOption(name: string): (value: string) => string {
  return (value) => {
    checkServer(`--${name}`, value);
    return value;
  };
}

function checkServer(name: string, value: string): void {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isAddress = url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
  // What is not shown may hold a password.
  if (url !== undefined && url.username + url.password !== '') throw new UsageError(`${name} takes a URL without a user name`);
  if (!isAddress) throw new UsageError(`${name} takes a URL such as https://sms.example.com`);
}

function timeoutOption(value: string): number {
  const seconds = Number(value);
  if (!/^\d+(?:\.\d+)?$/.test(value) || seconds < 0.001 || seconds > 86_400) {
    throw new UsageError(`--timeout takes seconds, 0.001 to 86400, not ${JSON.stringify(value)}`);
  }
  return Math.round(seconds * 1000);
}

/**
 * The account that options, environment and file name.
 * @throws UsageError where one of its parts is named nowhere, saying what to set.
 */
export async function readAccount(session: Session, options: GatewayOptions): Promise<GatewayAccount> {
  const { HANDSET_SERVER, HANDSET_SECONDARY, HANDSET_USERNAME, HANDSET_PIN, HANDSET_CONFIG } = session.streams.env;
  const environment = {
    server: HANDSET_SERVER || undefined,
    secondary: HANDSET_SECONDARY || undefined,
    username: HANDSET_USERNAME || undefined,
    pin: HANDSET_PIN || undefined,
  };
  if (environment.server !== undefined) checkServer('HANDSET_SERVER', environment.server);
  if (environment.secondary !== undefined) checkServer('HANDSET_SECONDARY', environment.secondary);
  const path = options.config ?? (HANDSET_CONFIG || undefined);
  const file = path === undefined ? {} : await readSettings(session, path);
  const places: Settings[] = [{ server: options.server, secondary: options.secondary }, environment, file];

  const [server, secondary] = together(places, 'server', 'secondary');
  if (server === undefined) {
    throw new UsageError('no server is named: set HANDSET_SERVER, or give --server or a --config file with "server"');
  }
  const [username, pin] = together(places, 'username', 'pin');
  if (username === undefined) {
    throw new UsageError('no user name: set HANDSET_USERNAME, or give a --config file with "username"');
  }
  if (pin === undefined && options.dryRun !== true) {
    throw new UsageError('no PIN for this user name: set HANDSET_PIN, or give a --config file with "username" and "pin"');
  }
  for (const url of [server, secondary]) {
    if (url !== undefined && isOpen(new URL(url)))
      session.note(`http shows the PIN to everybody on the way to ${new URL(url).host}`);
  }
  return { server, secondary, username, pin };
}

/** A gateway as its operators reach it. */
export interface OperatorsAddress {
  /** Without a slash at its end. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Where a gateway's operators are answered, and what they show there.
 * @throws UsageError when it is named nowhere.
 */
export function readOperators(session: Session, { operators }: { readonly operators?: string }): OperatorsAddress {
  const { HANDSET_OPERATORS, HANDSET_OPERATORS_TOKEN: token } = session.streams.env;
  const named = operators ?? (HANDSET_OPERATORS || undefined);
  if (named === undefined) throw new UsageError("no operators' port is named: set HANDSET_OPERATORS, or give --operators");
  checkServer(operators === undefined ? 'HANDSET_OPERATORS' : '--operators', named);
  const url = new URL(named);
  if (token && isOpen(url)) session.note(`http shows the operators' token to everybody on the way to ${url.host}`);
  return { url: named.replace(/\/+$/, ''), headers: token ? { Authorization: `Bearer ${token}` } : {} };
}

/** Whether others can read what goes there. */
function isOpen({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** A setting from where it counts most, and what goes with it from the same place or one that counts more. */
function together(
  places: readonly Settings[],
  key: keyof Settings,
  companion: keyof Settings,
): readonly [string | undefined, string | undefined] {
  const at = places.findIndex((place) => place[key] !== undefined);
  const allowed = places.slice(0, at + 1);
  return [places[at]?.[key], allowed.find((place) => place[companion] !== undefined)?.[companion]];
}

const readFields = fields({ server: nonEmpty, secondary: nonEmpty, username: nonEmpty, pin: nonEmpty });

async function readSettings(session: Session, path: string): Promise<Settings> {
  const name = inputName(path);
  const octets = await session.read(path);
  let settings: Settings;
  try {
    settings = readFields(parseJson(decodeUtf8(octets)), '$');
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    // Messages show nothing of the file, not even names: a name may be the PIN.
    const key = KEYS.find((known) => error.field === `$.${known}`);
    if (key !== undefined)
      throw new UsageError(`${name}: "${key}" is no text${key === 'pin' ? ': a PIN stands in quotes' : ''}`);
    const isOther = error.reason === 'is no known field';
    throw new UsageError(
      `${name}${isOther ? ': it takes' : ' is no JSON object of'} ${KEYS.join(', ')}${isOther ? ' and nothing else' : ''}`,
    );
  }
  for (const key of ['server', 'secondary'] as const) {
    const url = settings[key];
    if (url !== undefined) checkServer(`${name}: "${key}"`, url);
  }
  if (settings.pin !== undefined && isReadableByOthers(path)) {
    session.warn(`${name} holds a PIN, and others can read it: chmod 600 keeps them out`);
  }
  return settings;
}

/** Windows has rights of another kind, which these bits do not tell. */
function isReadableByOthers(path: string): boolean {
  return path !== '-' && process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;
}
