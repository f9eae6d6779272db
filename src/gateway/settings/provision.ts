/**
 * The provisioning file: accounts, address books, library items and settings of a gateway, checked in full before anything is created.
 *
 *   { "serviceDomain", "serviceName", "publicUrl", "delivery", "clock",
 *     "accounts": [{ "username", "pin", "parent", "type", "currency", "credit", "pricePerPart", "mayManage", "replyTo", "addressBooks",
 *                    "callback": { "url", "form", "username", "pin", "secrets" } }],
 *     "library": [{ "number", "owner" or "public", "fileName", "contentType", "data" }] }
 *
 * Errors name the place as a JSON path and say what is allowed there; they never show a value, which might be a PIN.
 * @module
 */
import { JsonObject, parseJson } from '../../bytes/json.js';
import {
  fields,
  listOf,
  mapOf,
  matching,
  oneOf,
  otherwise,
  type Reader,
  required,
  text,
  truth,
  where,
  wrong,
} from '../../bytes/json-fields.js';
import { DecodeError } from '../../errors.js';
import { LIBRARY_RANGES } from '../../protocol/model.js';
import { type Money, parseMoney } from '../store/money.js';
import type { CallbackTarget, ChildType } from '../store/types.js';

/** Thrown for an invalid provisioning file or delivery settings. The message contains path and reason, never a value. */
export class ProvisioningError extends Error {
  /** The class name, the same in the ESM and the CJS build. */
  override readonly name = 'ProvisioningError';
  /** The JSON path of the fault, such as `$.accounts[0].pin`. */
  readonly path: string;

  /** Creates an error; `reason` says what is wrong at the path, and what is allowed. */
  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
    this.path = path;
  }
}

/** Settings of a delivery. The fields besides `kind` depend on the kind; {@link openDelivery} checks them. */
export interface DeliverySettings {
  /** The kind of delivery: `virtual`, `smpp`, `kannel` or `links`. */
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** An address book: the numbers of each group, in the file's order. The group `''` has the numbers without a group. */
export type AddressBook = ReadonlyMap<string, readonly string[]>;

/** An account to create. */
export interface ProvisionedAccount {
  /** User name: 1 to 20 letters, digits and dots. */
  readonly username: string;
  /** PIN: 4 to 20 letters and digits. The store keeps only a hash of it. */
  readonly pin: string;
  /** User name of the parent; absent for an account that is not a child. */
  readonly parent?: string;
  /** How a child is paid for; present together with `parent`. */
  readonly type?: ChildType;
  /** ISO 4217 code; by default the parent's, or GBP. */
  readonly currency?: string;
  /** Opening credit, in 1/10,000 of the currency. */
  readonly credit: Money;
  /** Price of a part in 1/10,000 of the currency; by default the parent's, or 450. */
  readonly pricePerPart?: Money;
  /** Whether it may create and delete children and move credit. */
  readonly mayManage: boolean;
  /** Permitted originators; the first is the default. */
  readonly replyTo: readonly string[];
  /** Address books by name. */
  readonly addressBooks: ReadonlyMap<string, AddressBook>;
  /** Where receipts and incoming messages go; nowhere when absent. */
  readonly callback?: CallbackTarget;
}

/** A library item to create. */
export interface ProvisionedItem {
  /** Its number, in one of `LIBRARY_RANGES` of `handset/protocol`. */
  readonly number: number;
  /** User name of its account; absent for a public item. */
  readonly owner?: string;
  /** File name with the extension. */
  readonly fileName: string;
  /** MIME type; by default that of the extension. */
  readonly contentType?: string;
  /** The octets; of a ringtone its text. */
  readonly data: Uint8Array;
}

/** A checked provisioning file. */
export interface Provisioning {
  /** Domain of the service, always permitted as ReplyTo. */
  readonly serviceDomain: string;
  /** Name of the service in answers. */
  readonly serviceName: string;
  /** Base URL at which clients and handsets reach the gateway, without a trailing slash. */
  readonly publicUrl?: string;
  /** Settings of the delivery. */
  readonly delivery: DeliverySettings;
  /** Milliseconds since 1970 at which the gateway's clock starts; absent for the real clock. */
  readonly clock?: number;
  /** Accounts to create if they do not exist, parents before their children. */
  readonly accounts: readonly ProvisionedAccount[];
  /** Library items to create if they do not exist. */
  readonly library: readonly ProvisionedItem[];
}

/** The settings of a gateway without a provisioning file: virtual handsets, no accounts. */
export const NO_PROVISIONING: Provisioning = {
  serviceDomain: 'localhost',
  serviceName: 'localhost',
  delivery: { kind: 'virtual' },
  accounts: [],
  library: [],
};

/** An address of a web server. */
export const httpUrl: Reader<string> = where(
  (value) => typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
  'an http or https URL',
);

export const USERNAME = matching(/^[A-Za-z0-9.]{1,20}$/, '1 to 20 letters, digits and dots');
/** A PIN to set. Those of stores that were written before this was asked for stay right. */
export const NEW_PIN = matching(/^[A-Za-z0-9]{4,20}$/, '4 to 20 letters and digits');
const NUMBER = matching(/^\d{7,15}$/, '7 to 15 digits');
/** A comma would break the list that an account query answers with. */
export const ORIGINATOR = matching(/^[^\p{C},]{1,64}$/u, '1 to 64 characters without a comma');
const OWN_CREDENTIAL = matching(/^[^\p{C}]{1,20}$/u, '1 to 20 characters');
const MONEY_TEXT = matching(/^\d{1,11}\.\d{1,4}$/, 'an amount of money as a text, such as "15.2345"');
export const MONEY: Reader<Money> = (value, path) => parseMoney(MONEY_TEXT(value, path));

const TIME_TEXT = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/, 'a time in UTC, such as "2026-03-04T05:06:07Z"');
export const TIME: Reader<number> = (value, path) => {
  const written = TIME_TEXT(value, path);
  const time = Date.parse(written);
  // A date that does not exist would be read as one of the next month.
  const isTime = !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === written.slice(0, 19);
  return isTime ? time : wrong(path, 'has to be a time that exists');
};

const CALLBACK_URL: Reader<string> = (value, path) => {
  const url = httpUrl(value, path);
  const { username, password } = new URL(url);
  if (username !== '' || password !== '') wrong(path, 'cannot have a user name or a password: they would not be sent');
  if (url.includes('#')) wrong(path, 'cannot have a fragment (#): it would not be sent');
  return url.length > 255 ? wrong(path, 'has to be of 255 characters at most') : url;
};

/** 24 to 64 octets, as Standard Webhooks has them. */
const SECRET: Reader<string> = (value, path) => {
  const written = matching(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, 'whsec_ and the base64 of 24 to 64 octets')(value, path);
  const octets = Buffer.from(written.slice('whsec_'.length), 'base64').length;
  return octets >= 24 && octets <= 64 ? written : wrong(path, 'has to be whsec_ and the base64 of 24 to 64 octets');
};

const SECRETS: Reader<readonly string[]> = (value, path) => {
  const secrets = listOf(SECRET)(value, path);
  return secrets.length === 1 || secrets.length === 2 ? secrets : wrong(path, 'has to be a list of one secret, or of two');
};

const readCallbackFields = fields({
  url: CALLBACK_URL,
  form: otherwise(oneOf(['form', 'soap', 'json', 'smpp'], 'form, soap, json or smpp'), 'form'),
  username: OWN_CREDENTIAL,
  pin: OWN_CREDENTIAL,
  secrets: SECRETS,
});

export const readCallback: Reader<CallbackTarget> = (value, path) => {
  const { form, url, ...callback } = readCallbackFields(value, path);
  if (form === 'smpp') {
    for (const [name, given] of Object.entries({ url, ...callback })) {
      if (given !== undefined) wrong(`${path}.${name}`, 'goes with the forms form, soap and json alone');
    }
    return { form };
  }
  if (url === undefined) wrong(`${path}.url`, 'is missing');
  const isSigned = form === 'json';
  if (isSigned && callback.secrets === undefined) wrong(`${path}.secrets`, 'is missing: JSON is signed');
  if (!isSigned && callback.secrets !== undefined) wrong(`${path}.secrets`, 'goes with the form json alone');
  for (const name of ['username', 'pin'] as const) {
    if (isSigned && callback[name] !== undefined) wrong(`${path}.${name}`, 'goes with the forms form and soap alone');
  }
  return { url, form, ...callback };
};

const readAccountFields = fields({
  username: required(USERNAME),
  pin: required(NEW_PIN),
  parent: USERNAME,
  type: oneOf(['TRANSFER', 'SHARED']),
  currency: matching(/^[A-Z]{3}$/, 'three capital letters'),
  credit: otherwise(MONEY, 0),
  pricePerPart: MONEY,
  mayManage: otherwise(truth, false),
  replyTo: otherwise(listOf(ORIGINATOR), []),
  addressBooks: otherwise<ReadonlyMap<string, AddressBook>>(mapOf(mapOf(listOf(NUMBER))), new Map()),
  callback: readCallback,
});

const readAccount: Reader<ProvisionedAccount> = (value, path) => checkAccount(readAccountFields(value, path), path);

/** Characters of system_id and of password in a bind (SMPP 3.4 section 5.2.1, 5.2.2): user names and PINs that are longer cannot bind. */
const SMPP_SYSTEM_ID = 15;
const SMPP_PASSWORD = 8;

/** @throws DecodeError when no session can bind with a user name, so that an account's callback cannot be by SMPP */
export function checkSmppName(username: string, path: string): void {
  const fits = username.length <= SMPP_SYSTEM_ID;
  if (!fits)
    wrong(`${path}.callback.form`, `cannot be smpp: a user name of more than ${SMPP_SYSTEM_ID} characters cannot bind`);
}

/** The account, when its fields go together. @throws DecodeError naming the one that does not. */
export function checkAccount(account: ProvisionedAccount, path: string): ProvisionedAccount {
  const { parent, type, credit } = account;
  if (parent !== undefined && type === undefined) wrong(`${path}.type`, 'is missing beside a parent');
  if (parent === undefined && type !== undefined) wrong(`${path}.parent`, 'is missing beside a type');
  if (type === 'SHARED' && credit !== 0) wrong(`${path}.credit`, "has to be absent: a SHARED child's is its parent's");
  if (account.callback?.form === 'smpp') {
    checkSmppName(account.username, path);
    if (account.pin.length > SMPP_PASSWORD)
      wrong(`${path}.pin`, `has to be of ${SMPP_PASSWORD} characters at most to bind with`);
  }
  return account;
}

const RANGES = Object.values(LIBRARY_RANGES);
const LIBRARY_NUMBER = where<number>(
  (value) => Number.isInteger(value) && RANGES.some(([first, last]) => Number(value) >= first && Number(value) <= last),
  'a whole number from 10000 to 39999 or from 80000 to 89999',
);

const HEX_TEXT = matching(/^(?:[0-9A-Fa-f]{2})+$/, 'octets in hex');
const HEX: Reader<Uint8Array> = (value, path) => new Uint8Array(Buffer.from(HEX_TEXT(value, path), 'hex'));

/** A tune may stand there as its text: it has colons, which hex has not. */
const TUNE: Reader<Uint8Array> = (value, path) => {
  const tune = text(value, path);
  return tune.includes(':') && /^[\t\r\n -~]+$/.test(tune) ? new TextEncoder().encode(tune) : HEX(value, path);
};

const readItemFields = fields({
  number: required(LIBRARY_NUMBER),
  owner: USERNAME,
  public: otherwise(truth, false),
  fileName: required(matching(/^[^\p{C}/\\]{1,50}$/u, 'a file name of 1 to 50 characters')),
  contentType: matching(/^[!-~]+\/[ -~]+$/, 'a media type'),
  // What its octets look like depends on the number.
  data: required<unknown>((value) => value),
});

const readItem: Reader<ProvisionedItem> = (value, path) => {
  const { public: isPublic, data, ...item } = readItemFields(value, path);
  if (item.owner === undefined && !isPublic) wrong(`${path}.owner`, 'is missing: an item has an owner, or is public');
  if (item.owner !== undefined && isPublic) wrong(`${path}.public`, 'cannot stand beside an owner');
  const [first, last] = LIBRARY_RANGES.ringtone;
  const isTune = item.number >= first && item.number <= last;
  return { ...item, data: (isTune ? TUNE : HEX)(data, `${path}.data`) };
};

const readDelivery: Reader<DeliverySettings> = (value, path) => {
  if (value === 'virtual') return { kind: 'virtual' };
  if (!(value instanceof JsonObject)) return wrong(path, 'has to be "virtual" or an object with a kind');
  const kind = value.get('kind') ?? wrong(`${path}.kind`, 'is missing');
  return { ...value.toPlain(), kind: text(kind, `${path}.kind`) };
};

const PUBLIC_URL: Reader<string> = (value, path) => httpUrl(value, path).replace(/\/+$/, '');

const readFile = fields({
  serviceDomain: otherwise(matching(/^[A-Za-z0-9.-]{1,253}$/, 'a host name'), NO_PROVISIONING.serviceDomain),
  serviceName: otherwise(matching(/^[^\p{C}]{1,100}$/u, '1 to 100 characters'), NO_PROVISIONING.serviceName),
  publicUrl: PUBLIC_URL,
  delivery: otherwise(readDelivery, NO_PROVISIONING.delivery),
  clock: TIME,
  accounts: otherwise(listOf(readAccount), []),
  library: otherwise(listOf(readItem), []),
}) satisfies Reader<Provisioning>;

/**
 * Reads and checks a provisioning file (JSON). The fields of `delivery` are checked by {@link openDelivery}.
 * @throws ProvisioningError with the path of the first fault, also for text that is not JSON.
 */
export function readProvisioning(json: string): Provisioning {
  return provisioned(() => {
    const file = readFile(parseJson(json), '$');
    checkAccounts(file);
    checkLibrary(file);
    return file;
  });
}

/** What a reader gives; its error as one of provisioning. @throws ProvisioningError */
export function provisioned<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof DecodeError) throw new ProvisioningError(error.field, error.reason);
    throw error;
  }
}

function checkAccounts({ accounts }: Pick<Provisioning, 'accounts'>): void {
  const above = new Map<string, ProvisionedAccount>();
  const all = new Set(accounts.map(({ username }) => username));
  for (const [index, account] of accounts.entries()) {
    const path = `$.accounts[${index}]`;
    if (above.has(account.username)) wrong(`${path}.username`, 'is the user name of an account above');
    if (account.parent !== undefined) {
      const parent = above.get(account.parent);
      if (parent?.parent !== undefined) wrong(`${path}.parent`, 'is a child itself');
      if (parent === undefined && all.has(account.parent)) wrong(`${path}.parent`, 'has to stand earlier in the file');
    }
    above.set(account.username, account);
  }
}

function checkLibrary({ library }: Pick<Provisioning, 'library'>): void {
  const numbers = new Set<number>();
  for (const [index, { number }] of library.entries()) {
    if (numbers.has(number)) wrong(`$.library[${index}].number`, 'is the number of an item above');
    numbers.add(number);
  }
}
