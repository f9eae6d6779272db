/**
 * `handset account`: what a gateway says of an account, and accounts below it.
 * @module
 */
import { type Command, Option } from 'commander';
import { pickFacts } from '../../content/facts.js';
import { printable } from '../../inspect/printable.js';
import type { Credentials } from '../../protocol/model.js';
import type { UnsignedRequest } from '../../sender/options.js';
import type { Sender, Transfer } from '../../sender/sender.js';
import { formatFacts } from '../../show/facts.js';
import { type Session, UsageError } from '../io.js';
import { numberOption, oneOf } from '../options.js';
import { type GatewayOptions, gatewayHelp, gatewayOptions } from './credentials.js';
import { byParameter, openGateway, showFailure, showRequests, tell } from './outcomes.js';

interface ChildOptions extends GatewayOptions {
  readonly type: 'TRANSFER' | 'SHARED';
  readonly email: string;
  readonly countryCode: string;
  readonly mobile: string;
  readonly givenName?: string;
  readonly familyName?: string;
  readonly company?: string;
}

interface TransferOptions extends GatewayOptions {
  readonly to: string;
  readonly amount?: string;
  readonly messages?: number;
}

/** Adds the command. */
export function addAccount(account: Command, session: Session): void {
  account.addHelpText(
    'afterAll',
    gatewayHelp([
      'handset account credit --config gateway.json',
      'handset account reply-to --json',
      'handset account transfer --to AOther.54321 --amount 12.50 --dry-run',
    ]),
  );
  addQueries(account, session);
  addCreateChild(account, session);
  addDeleteChild(account, session);
  addTransfer(account, session);
}

function addQueries(account: Command, session: Session): void {
  gatewayOptions(account.command('credit'))
    .description('the credit: currency and amount')
    .action((options: GatewayOptions) =>
      ask(session, options, { operation: 'availableCredit' }, async (sender) => {
        const { currency, amount } = await sender.availableCredit();
        return { values: { currency, amount }, text: `${currency} ${amount}` };
      }),
    );
  gatewayOptions(account.command('messages'))
    .description('the number of messages that the credit buys, roughly')
    .action((options: GatewayOptions) =>
      ask(session, options, { operation: 'availableMessages' }, async (sender) => {
        const messages = await sender.availableMessages();
        return { values: { messages }, text: String(messages) };
      }),
    );
  gatewayOptions(account.command('reply-to'))
    .description('the originators that the account may use, a line each')
    .action((options: GatewayOptions) =>
      ask(session, options, { operation: 'permittedReplyTo' }, async (sender) => {
        const permittedReplyTo = await sender.permittedReplyTo();
        return { values: { permittedReplyTo }, text: permittedReplyTo.join('\n') };
      }),
    );
}

const typeOf = oneOf<ChildOptions['type']>('type', { transfer: 'TRANSFER', shared: 'SHARED' }, 'transfer or shared');

function addCreateChild(account: Command, session: Session): void {
  const command = account
    .command('create-child')
    .description('make an account below this one; its user name and PIN are shown once, here')
    .addOption(
      new Option('--type <type>', 'transfer: with credit of its own; shared: uses that of this account')
        .choices(['transfer', 'shared'])
        .argParser((value) => typeOf(value.toLowerCase()))
        .makeOptionMandatory(),
    )
    .requiredOption('--email <address>', 'mail address of its owner')
    .requiredOption('--country-code <digits>', 'telephone country code, without a plus')
    .requiredOption('--mobile <number>', 'mobile number: digits with country code')
    .option('--given-name <name>', 'given name of its owner')
    .option('--family-name <name>', 'family name of its owner')
    .option('--company <name>', 'company of its owner');
  gatewayOptions(command).action((options: ChildOptions) => {
    const { type, email, countryCode, mobile, givenName, familyName, company } = options;
    const child = {
      ...{ type, email, telephoneCountryCode: countryCode, mobileNumber: mobile },
      ...(givenName !== undefined && { givenName }),
      ...(familyName !== undefined && { familyName }),
      ...(company !== undefined && { companyName: company }),
    };
    return ask(session, options, { operation: 'createChildAccount', ...child }, async (sender) => {
      const { username, pin }: Credentials = await sender.createChildAccount(child);
      const lines = [
        ['username', username],
        ['pin', pin],
      ] as const;
      return { values: { username, pin }, text: formatFacts(pickFacts(lines), 10) };
    });
  });
}

function addDeleteChild(account: Command, session: Session): void {
  gatewayOptions(account.command('delete-child <username>'))
    .description('remove an account below this one')
    .action((childUsername: string, options: GatewayOptions) =>
      ask(session, options, { operation: 'deleteChildAccount', childUsername }, async (sender) => {
        await sender.deleteChildAccount(childUsername);
        return { values: {}, text: 'deleted' };
      }),
    );
}

function addTransfer(account: Command, session: Session): void {
  const command = account
    .command('transfer')
    .description('move credit to an account below this one, or from it to the one above')
    .requiredOption('--to <username>', 'the other account')
    .option('--amount <money>', "an amount of the account's currency, such as 12.50")
    .option('--messages <number>', 'what so many messages cost', numberOption('messages', 1, 999_999_999));
  gatewayOptions(command).action((options: TransferOptions) => {
    const transfer = transferOf(options);
    return ask(session, options, { operation: 'transferFunds', ...transfer }, async (sender) => {
      await sender.transferFunds(transfer);
      return { values: {}, text: 'transferred' };
    });
  });
}

function transferOf({ to, amount, messages }: TransferOptions): Transfer {
  if (amount !== undefined && messages === undefined) return { to, amount };
  if (amount === undefined && messages !== undefined) return { to, messages };
  throw new UsageError('either --amount or --messages');
}

/** What came of a question: for programs, and for people. */
interface Answer {
  readonly values: object;
  readonly text: string;
}

/** Asks, or shows the request, and tells what came of it. */
async function ask(
  session: Session,
  options: GatewayOptions,
  request: UnsignedRequest,
  work: (sender: Sender) => Promise<Answer>,
): Promise<void> {
  const gateway = await openGateway(session, options);
  const { sender, attempts } = gateway;
  if (options.dryRun === true) {
    showRequests(session, gateway, [await byParameter({}, () => sender.prepare(request))], options);
    return;
  }
  let answer: Answer;
  try {
    answer = await byParameter({}, () => work(sender));
  } catch (error) {
    showFailure(session, error, undefined, options, gateway);
    return;
  }
  const { values, text } = answer;
  if (options.json === true) tell(session, 'accepted', values, attempts);
  else session.write(text === '' ? '' : `${printable(text, true)}\n`, undefined);
}
