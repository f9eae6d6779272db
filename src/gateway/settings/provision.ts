/**
 * The provisioning file: accounts, address books, library items and settings of a gateway, checked in full before anything is created.
 *
 *   { "serviceDomain", "serviceName", "publicUrl", "delivery", "clock",
 *     "accounts": [{ "username", "pin", "parent", "type", "currency", "credit", "pricePerPart", "mayManage", "replyTo", "addressBooks",
 *                    "callback": { "url", "form", "username", "pin" } }],
 *     "library": [{ "number", "owner" or "public", "fileName", "contentType", "data" }] }
 *
 * Errors name the place as a JSON path and say what is allowed there; they never show a value, which might be a PIN.
 * @module
 */

import { JsonObject, type JsonValue, parseJson, pathOf } from '../../bytes/json.js';
import { DecodeError } from '../../errors.js';
import { LIBRARY_RANGES } from '../../protocol/model.js';
import { type Money, parseMoney } from '../store/money.js';
import type { CallbackTarget, ChildType } from '../store/types.js';

/** A faulty provisioning file. */
export class ProvisioningError extends Error {
  /** The class in words, the same in the ESM and the CJS build. */
  override readonly name = 'ProvisioningError';
  /** Where, such as `$.accounts[0].pin`. */
  readonly path: string;

  /** `reason` says what was found at the path, and what is allowed. */
  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
    this.path = path;
  }
}

/** How messages leave; fields beside `kind` are checked by the delivery of that kind. */
export interface DeliverySettings {
  /** The way out, such as `virtual`, `smpp` or `kannel`. */
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** An address book: groups in the file's order, the numbers of each. The group `''` holds numbers in no group. */
export type AddressBook = ReadonlyMap<string, readonly string[]>;

/** An account to create. */
export interface ProvisionedAccount {
  /** Name of the account. */
  readonly username: string;
  /** Its PIN; the store keeps a hash of it. */
  readonly pin: string;
  /** Name of the account above it. */
  readonly parent?: string;
  /** How a child is paid for. */
  readonly type?: ChildType;
  /** Its parent's, or GBP. */
  readonly currency?: string;
  /** What it has to spend at first. */
  readonly credit: Money;
  /** Its parent's, or 0.0450. */
  readonly pricePerPart?: Money;
  /** Whether it may create and change accounts below it. */
  readonly mayManage: boolean;
  /** Its originators; the first is the default. */
  readonly replyTo: readonly string[];
  /** Its address books, by name. */
  readonly addressBooks: ReadonlyMap<string, AddressBook>;
  /** Where receipts and incoming messages go; nowhere when absent. */
  readonly callback?: CallbackTarget;
}

/** A library item to create. */
export interface ProvisionedItem {
  /** Its number, of five digits. */
  readonly number: number;
  /** Absent: public. */
  readonly owner?: string;
  /** Name with the extension. */
  readonly fileName: string;
  /** MIME type; the extension tells it when absent. */
  readonly contentType?: string;
  /** The item itself. */
  readonly data: Uint8Array;
}

/** A checked file. */
export interface Provisioning {
  /** Domain of the service, which stands in answers and in the WSDL. */
  readonly serviceDomain: string;
  /** What answers call the service. */
  readonly serviceName: string;
  /** Address at which others reach the gateway; hosted content and the WSDL name it. */
  readonly publicUrl?: string;
  /** How messages leave the gateway. */
  readonly delivery: DeliverySettings;
  /** Epoch milliseconds at which the gateway's clock starts; absent: the real clock. */
  readonly clock?: number;
  /** Accounts to create where they are not there yet, parents before their children. */
  readonly accounts: readonly ProvisionedAccount[];
  /** Items that can be sent by number. */
  readonly library: readonly ProvisionedItem[];
}

/** Settings of a gateway that was given no file. */
export const NO_PROVISIONING: Provisioning = {
  serviceDomain: 'localhost',
  serviceName: 'localhost',
  delivery: { kind: 'virtual' },
  accounts: [],
  library: [],
};

const FILE_FIELDS = ['serviceDomain', 'serviceName', 'publicUrl', 'delivery', 'clock', 'accounts', 'library'];
const ACCOUNT_FIELDS = [
  ...['username', 'pin', 'parent', 'type', 'currency', 'credit', 'pricePerPart', 'mayManage', 'replyTo', 'addressBooks'],
  'callback',
];
const ITEM_FIELDS = ['number', 'owner', 'public', 'fileName', 'contentType', 'data'];
const CALLBACK_FIELDS = ['url', 'form', 'username', 'pin'];

const USERNAME = /^[A-Za-z0-9.]{1,20}$/;
const PIN = /^[A-Za-z0-9]{1,20}$/;
const NUMBER = /^\d{7,15}$/;
/** A comma would break the list that an account query answers with. */
const ORIGINATOR = /^[^\p{C},]{1,64}$/u;
const HOST = /^[A-Za-z0-9.-]{1,253}$/;
const SERVICE_NAME = /^[^\p{C}]{1,100}$/u;
const MONEY = /^\d{1,11}\.\d{1,4}$/;
const FILE_NAME = /^[^\p{C}/\\]{1,50}$/u;
const MEDIA_TYPE = /^[!-~]+\/[ -~]+$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

/**
 * Reads and checks a provisioning file.
 * @throws ProvisioningError naming the first fault.
 */
export function readProvisioning(text: string): Provisioning {
  const root = new Fields(parse(text), '$', FILE_FIELDS);
  const publicUrl = root.optional('publicUrl', asUrl);
  const clock = root.optional('clock', asTime);
  return {
    serviceDomain: root.optional('serviceDomain', matching(HOST, 'a host name')) ?? NO_PROVISIONING.serviceDomain,
    serviceName: root.optional('serviceName', matching(SERVICE_NAME, '1 to 100 characters')) ?? NO_PROVISIONING.serviceName,
    ...(publicUrl === undefined ? {} : { publicUrl: publicUrl.replace(/\/+$/, '') }),
    delivery: root.optional('delivery', asDelivery) ?? NO_PROVISIONING.delivery,
    ...(clock === undefined ? {} : { clock }),
    accounts: accountsOf(root),
    library: libraryOf(root),
  };
}

function accountsOf(root: Fields): ProvisionedAccount[] {
  const accounts = new Map<string, ProvisionedAccount>();
  const list = root.optional('accounts', asList) ?? [];
  const all = new Set(list.map((value) => (value instanceof JsonObject ? value.get('username') : undefined)));
  for (const [index, value] of list.entries()) {
    const path = `$.accounts[${index}]`;
    const account = accountOf(new Fields(value, path, ACCOUNT_FIELDS));
    if (accounts.has(account.username)) throw new ProvisioningError(`${path}.username`, 'is the user name of an account above');
    if (account.parent !== undefined) {
      const parent = accounts.get(account.parent);
      if (parent?.parent !== undefined) throw new ProvisioningError(`${path}.parent`, 'is a child itself');
      if (parent === undefined && all.has(account.parent)) {
        throw new ProvisioningError(`${path}.parent`, 'has to stand earlier in the file');
      }
    }
    accounts.set(account.username, account);
  }
  return [...accounts.values()];
}

function accountOf(fields: Fields): ProvisionedAccount {
  const username = fields.required('username', asUsername);
  const pin = fields.required('pin', matching(PIN, '1 to 20 letters and digits'));
  const parent = fields.optional('parent', asUsername);
  const type = fields.optional('type', oneOf('TRANSFER', 'SHARED'));
  if (parent !== undefined && type === undefined) throw new ProvisioningError(fields.at('type'), 'is missing beside a parent');
  if (parent === undefined && type !== undefined) throw new ProvisioningError(fields.at('parent'), 'is missing beside a type');
  const currency = fields.optional('currency', matching(/^[A-Z]{3}$/, 'three capital letters'));
  const credit = fields.optional('credit', asMoney) ?? 0;
  if (type === 'SHARED' && credit !== 0)
    throw new ProvisioningError(fields.at('credit'), "has to be absent: a SHARED child's is its parent's");
  const pricePerPart = fields.optional('pricePerPart', asMoney);
  const callback = fields.optional('callback', asCallback);
  return {
    username,
    pin,
    ...(parent === undefined ? {} : { parent }),
    ...(type === undefined ? {} : { type }),
    ...(currency === undefined ? {} : { currency }),
    credit,
    ...(pricePerPart === undefined ? {} : { pricePerPart }),
    mayManage: fields.optional('mayManage', asTruth) ?? false,
    replyTo: fields.optional('replyTo', listOf(matching(ORIGINATOR, '1 to 64 characters without a comma'))) ?? [],
    addressBooks: fields.optional('addressBooks', mapOf(mapOf(listOf(matching(NUMBER, '7 to 15 digits'))))) ?? new Map(),
    ...(callback === undefined ? {} : { callback }),
  };
}

function libraryOf(root: Fields): ProvisionedItem[] {
  const items = new Map<number, ProvisionedItem>();
  for (const [index, value] of (root.optional('library', asList) ?? []).entries()) {
    const path = `$.library[${index}]`;
    const item = itemOf(new Fields(value, path, ITEM_FIELDS));
    if (items.has(item.number)) throw new ProvisioningError(`${path}.number`, 'is the number of an item above');
    items.set(item.number, item);
  }
  return [...items.values()];
}

function itemOf(fields: Fields): ProvisionedItem {
  const number = fields.required('number', asLibraryNumber);
  const owner = fields.optional('owner', asUsername);
  const isPublic = fields.optional('public', asTruth) ?? false;
  if (owner === undefined && !isPublic)
    throw new ProvisioningError(fields.at('owner'), 'is missing: an item has an owner, or is public');
  if (owner !== undefined && isPublic) throw new ProvisioningError(fields.at('public'), 'cannot stand beside an owner');
  const fileName = fields.required('fileName', matching(FILE_NAME, 'a file name of 1 to 50 characters'));
  const contentType = fields.optional('contentType', matching(MEDIA_TYPE, 'a media type'));
  const [first, last] = LIBRARY_RANGES.ringtone;
  const data = fields.required('data', number >= first && number <= last ? asTuneData : asHex);
  return {
    number,
    ...(owner === undefined ? {} : { owner }),
    fileName,
    ...(contentType === undefined ? {} : { contentType }),
    data,
  };
}

/** Turns a value into what it means; the path is for errors. */
type Reader<T> = (value: JsonValue, path: string) => T;

/** The fields of an object, none but the known ones. */
class Fields {
  readonly #object: JsonObject;
  readonly #path: string;

  constructor(value: JsonValue, path: string, known: readonly string[]) {
    this.#object = asObject(value, path);
    this.#path = path;
    for (const [name] of this.#object.entries()) {
      if (!known.includes(name)) throw new ProvisioningError(this.at(name), 'is no known field');
    }
  }

  /** Path of a field. */
  at(name: string): string {
    return pathOf(this.#path, name);
  }

  required<T>(name: string, read: Reader<T>): T {
    const value = this.#object.get(name);
    if (value === undefined) throw new ProvisioningError(this.at(name), 'is missing');
    return read(value, this.at(name));
  }

  optional<T>(name: string, read: Reader<T>): T | undefined {
    const value = this.#object.get(name);
    return value === undefined ? undefined : read(value, this.at(name));
  }
}

function parse(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof DecodeError) throw new ProvisioningError(error.field, error.reason);
    throw error;
  }
}

const asObject: Reader<JsonObject> = (value, path) => {
  if (!(value instanceof JsonObject)) throw new ProvisioningError(path, 'has to be an object');
  return value;
};

const asList: Reader<readonly JsonValue[]> = (value, path) => {
  if (!Array.isArray(value)) throw new ProvisioningError(path, 'has to be a list');
  return value;
};

const asText: Reader<string> = (value, path) => {
  if (typeof value !== 'string') throw new ProvisioningError(path, 'has to be a text');
  return value;
};

const asTruth: Reader<boolean> = (value, path) => {
  if (typeof value !== 'boolean') throw new ProvisioningError(path, 'has to be true or false');
  return value;
};

function matching(pattern: RegExp, allowed: string): Reader<string> {
  return (value, path) => {
    const text = asText(value, path);
    if (!pattern.test(text)) throw new ProvisioningError(path, `has to be ${allowed}`);
    return text;
  };
}

function oneOf<T extends string>(...values: readonly T[]): Reader<T> {
  return (value, path) => {
    const found = values.find((allowed) => allowed === value);
    if (found === undefined) throw new ProvisioningError(path, `has to be ${values.join(' or ')}`);
    return found;
  };
}

function listOf<T>(read: Reader<T>): Reader<T[]> {
  return (value, path) => asList(value, path).map((item, index) => read(item, `${path}[${index}]`));
}

function mapOf<T>(read: Reader<T>): Reader<Map<string, T>> {
  return (value, path) =>
    new Map([...asObject(value, path).entries()].map(([name, item]) => [name, read(item, pathOf(path, name))]));
}

const asUsername = matching(USERNAME, '1 to 20 letters, digits and dots');

const asMoney: Reader<Money> = (value, path) =>
  parseMoney(matching(MONEY, 'an amount of money as a text, such as "15.2345"')(value, path));

const asTime: Reader<number> = (value, path) => {
  const text = matching(TIME, 'a time in UTC, such as "2026-03-04T05:06:07Z"')(value, path);
  const time = Date.parse(text);
  // A date that does not exist would be read as one of the next month.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 19) !== text.slice(0, 19)) {
    throw new ProvisioningError(path, 'has to be a time that exists');
  }
  return time;
};

const asUrl: Reader<string> = (value, path) => {
  const text = asText(value, path);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new ProvisioningError(path, 'has to be an http or https URL');
  return text;
};

const asCallbackUrl: Reader<string> = (value, path) => {
  const text = asUrl(value, path);
  if (text.length > 255) throw new ProvisioningError(path, 'has to be of 255 characters at most');
  return text;
};

const asLibraryNumber: Reader<number> = (value, path) => {
  const ranges = Object.values(LIBRARY_RANGES);
  if (
    typeof value !== 'number' ||
    !Number.isInteger(value) ||
    !ranges.some(([first, last]) => value >= first && value <= last)
  ) {
    throw new ProvisioningError(path, 'has to be a whole number from 10000 to 39999 or from 80000 to 89999');
  }
  return value;
};

const asHex: Reader<Uint8Array> = (value, path) => {
  const text = matching(/^(?:[0-9A-Fa-f]{2})+$/, 'octets in hex')(value, path);
  return new Uint8Array(Buffer.from(text, 'hex'));
};

/** A tune may stand there as its text: it has colons, which hex has not. */
const asTuneData: Reader<Uint8Array> = (value, path) => {
  const text = asText(value, path);
  return text.includes(':') && /^[\t\r\n -~]+$/.test(text) ? new TextEncoder().encode(text) : asHex(value, path);
};

const asDelivery: Reader<DeliverySettings> = (value, path) => {
  if (value === 'virtual') return { kind: 'virtual' };
  if (!(value instanceof JsonObject)) throw new ProvisioningError(path, 'has to be "virtual" or an object with a kind');
  const kind = value.get('kind');
  if (kind === undefined) throw new ProvisioningError(`${path}.kind`, 'is missing');
  return { ...(value.toPlain() as object), kind: asText(kind, `${path}.kind`) };
};

const asCallback: Reader<CallbackTarget> = (value, path) => {
  const fields = new Fields(value, path, CALLBACK_FIELDS);
  const username = fields.optional('username', matching(/^[^\p{C}]{1,20}$/u, '1 to 20 characters'));
  const pin = fields.optional('pin', matching(/^[^\p{C}]{1,20}$/u, '1 to 20 characters'));
  return {
    url: fields.required('url', asCallbackUrl),
    form: fields.optional('form', oneOf('form', 'soap')) ?? 'form',
    ...(username === undefined ? {} : { username }),
    ...(pin === undefined ? {} : { pin }),
  };
};
