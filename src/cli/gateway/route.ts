/**
 * `handset route`: which link of a gateway a message to a number goes over, and why.
 *
 *   settings          the provisioning file, as `serve` reads it
 *   GET OPERATORS/links      what the links of a running gateway are like now, where it is asked
 *
 * Nothing is sent.
 * @module
 */
import type { Command } from 'commander';
import { fields, listOf, nonEmpty, required, truth } from '../../bytes/json-fields.js';
import {
  explainRoute,
  KIND,
  type LinkState,
  type LinkTable,
  type RouteAnswer,
  readLinkTable,
} from '../../gateway/delivery/links/table.js';
import type { DeliverySettings } from '../../gateway/index.js';
import { printable } from '../../inspect/printable.js';
import { formatTable } from '../../show/facts.js';
import { EXIT, type Session, toJson, UsageError } from '../io.js';
import { readOperators, serverOption } from './credentials.js';
import { askOperators } from './operators.js';
import { fail, loadGateway, readProvisioningFile } from './serve.js';
import { readSettings } from './serve-settings.js';

interface Options {
  readonly account?: string;
  readonly content?: string;
  readonly provision?: string;
  readonly config?: string;
  readonly operators?: string;
  readonly json?: boolean;
}

/** Adds the command. */
export function addRoute(command: Command, session: Session): void {
  command
    .option('--account <name>', 'the account that sends it')
    .option('--content <kind>', 'what it is: text, flash, ringtone, mms ...')
    .option('--provision <file>', "the gateway's provisioning file, which has its links and routes")
    .option('--config <file>', "the gateway's settings file, which names the provisioning file")
    .option(
      '--operators <url>',
      'ask a running gateway, by its address for operators, which links are up; its token in HANDSET_OPERATORS_TOKEN',
      serverOption('operators'),
    )
    .option('--json', 'the same as JSON')
    .action((number: string, options: Options) => showRoute(session, number, options));
}

async function showRoute(session: Session, number: string, options: Options): Promise<void> {
  if (!/^\d{1,20}$/.test(number)) throw new UsageError('NUMBER takes digits with the country code, such as 447700900123');
  const { account, content } = options;
  const { provision } = {
    ...(options.config === undefined ? {} : await readSettings(session, options.config)),
    ...options,
  };
  if (provision === undefined) throw new UsageError('route takes --provision, or --config that names one');
  const table = await readTable(session, provision);
  if (table === undefined) return;
  let states: readonly LinkState[] | undefined;
  if (options.operators !== undefined) {
    states = await readStates(session, options.operators);
    if (states === undefined) return;
  }
  const answer = explainRoute(table, { number, account, content }, states);
  const text = options.json === true ? toJson({ number, account, content, ...answer }) : describe(answer);
  session.write(text, undefined);
  if (answer.outcome === 'refused') session.exit = EXIT.refused;
}

/** The table of a file, checked as `serve` does; undefined when it is faulty, which was told. */
async function readTable(session: Session, provision: string): Promise<LinkTable | undefined> {
  const gatewayModule = await loadGateway(session);
  if (gatewayModule === undefined) return undefined;
  const provisioning = await readProvisioningFile(session, gatewayModule, provision);
  if (provisioning === undefined) return undefined;
  try {
    gatewayModule.openDelivery(provisioning.delivery);
  } catch (error) {
    fail(session, error);
    return undefined;
  }
  return tableOf(provisioning.delivery);
}

/** A delivery without a table is one link, by the name of its kind, that takes everything. */
function tableOf({ kind, ...settings }: DeliverySettings): LinkTable {
  if (kind === KIND) return readLinkTable(settings, '$.delivery');
  return { links: new Map([[kind, { kind }]]), routes: [{ to: [kind] }] };
}

const readAnswer = fields(
  { links: required(listOf(fields({ link: required(nonEmpty), isUp: required(truth), reason: nonEmpty }, 'skipped'))) },
  'skipped',
);

async function readStates(session: Session, operators: string): Promise<readonly LinkState[] | undefined> {
  const refused = 'only a gateway with a table of links tells of them, at its port for operators';
  const address = readOperators(session, { operators });
  const answer = await askOperators(session, address, '/links', { name: 'links', refused });
  if (answer === undefined) return undefined;
  return readAnswer(answer, '$').links.map(({ link: name, isUp, reason }) => ({ name, isUp, reason }));
}

function describe({ link, outcome, reason, routes, links }: RouteAnswer): string {
  const tables = [
    routes.map(({ route, fits, reason }) => [route, fits ? 'fits' : 'does not fit', reason]),
    links.map(({ link, kind, state }) => [link, kind, state]),
  ];
  const shown = tables.filter((rows) => rows.length > 0).map((rows) => printable(formatTable(rows), true));
  const last = outcome === 'sent' ? `goes over ${link}: ${reason}` : `${outcome}: ${reason}`;
  return `${shown.join('\n')}${shown.length > 0 ? '\n' : ''}${last}\n`;
}
