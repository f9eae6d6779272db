/**
 * The table of a delivery with several links: their settings, and the routes that say which of them a message may go over.
 *
 *   "links":  { "a": { "kind": "smpp", ... }, "b": { "kind": "kannel", ... } }
 *   "routes": [ { "prefix": "4477", "to": ["a", "b"] },        the first route that fits counts
 *               { "account": "Shop.1", "content": ["mms", "wapPush"], "to": ["b"] },
 *               { "prefix": "99", "to": [] },                  refused when it is sent
 *               { "to": ["b", "a"] } ]
 *
 * Pure: what it reads was a file, what it answers is said in words by {@link explainRoute}.
 * @module
 */
import {
  fields,
  listOf,
  mapOf,
  matching,
  oneOf,
  type Reader,
  required,
  text,
  where,
  wrong,
} from '../../../bytes/json-fields.js';
import type { MultimediaKind } from '../../../protocol/model.js';
import type { DeliverySettings } from '../../settings/provision.js';
import type { RoutedMessage } from '../../store/types.js';
import { laneOf } from '../lanes.js';

/** The kind of such settings. */
export const KIND = 'links';
/** Links of one delivery. */
const MAX_LINKS = 32;
/** Routes of one table, and values of one condition. */
const MAX_ROUTES = 1_000;
const MAX_VALUES = 1_000;

/** Which messages go where; each condition that is there has to hold. */
export interface Route {
  /** Beginnings of numbers with their country code. */
  readonly prefix?: readonly string[];
  /** User names of accounts. */
  readonly account?: readonly string[];
  /** Kinds of content. */
  readonly content?: readonly string[];
  /** Links by name: the first that takes messages. None: such messages are refused. */
  readonly to: readonly string[];
}

/** A link as the settings have it; what is beside the kind is the kind's own. */
export interface LinkSettings {
  /** Such as `smpp`. */
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** Links and routes. */
export interface LinkTable {
  /** By name, in the order of the settings. */
  readonly links: ReadonlyMap<string, LinkSettings>;
  /** In order. */
  readonly routes: readonly Route[];
}

const CONTENT_KINDS: Readonly<Record<MultimediaKind | 'text' | 'flash', true>> = {
  ...{ text: true, flash: true, pictureMessage: true, groupGraphic: true, operatorLogo: true, ringtone: true, vcard: true },
  ...{ vcalendar: true, mms: true, wapPush: true, serviceIndication: true, pdu: true },
};
const NAME = /^[A-Za-z][A-Za-z0-9._-]{0,31}$/;

const readLink: Reader<LinkSettings> = (value, path) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return wrong(path, 'has to be an object with a kind');
  const kind = (value as { kind?: unknown }).kind ?? wrong(`${path}.kind`, 'is missing');
  return { ...value, kind: text(kind, `${path}.kind`) };
};

/** One value, or several. */
function oneOrMore(read: Reader<string>): Reader<readonly string[]> {
  return (value, path) => {
    if (!Array.isArray(value)) return [read(value, path)];
    if (value.length === 0 || value.length > MAX_VALUES) wrong(path, `has to be a value or a list of 1 to ${MAX_VALUES}`);
    return listOf(read)(value, path);
  };
}

function eachOnce(read: Reader<readonly string[]>): Reader<readonly string[]> {
  return (value, path) => {
    const values = read(value, path);
    if (new Set(values).size < values.length) wrong(path, 'has a value twice');
    return values;
  };
}

const readTo: Reader<string[]> = where(
  (value) => Array.isArray(value) && value.length <= MAX_LINKS && value.every((name) => typeof name === 'string'),
  'a list of names of links',
);

const readRoute = fields({
  prefix: eachOnce(oneOrMore(matching(/^\d{1,20}$/, '1 to 20 digits, the beginning of a number with its country code'))),
  account: oneOrMore(matching(/^[^\p{C}]{1,100}$/u, 'the user name of an account')),
  content: oneOrMore(oneOf(Object.keys(CONTENT_KINDS))),
  to: required(readTo),
}) satisfies Reader<Route>;

const readFields = fields({
  links: required(mapOf(readLink)),
  routes: listOf(readRoute),
});

/** Reads what settings say beside the kind. Without routes everything goes over the first link, and over the others while it is down. @throws DecodeError */
export const readLinkTable: Reader<LinkTable> = (value, path) => {
  const { links, routes = [{ to: [...links.keys()] }] } = readFields(value, path);
  if (links.size === 0 || links.size > MAX_LINKS) wrong(`${path}.links`, `has to have 1 to ${MAX_LINKS} links`);
  for (const name of links.keys()) {
    if (!NAME.test(name))
      wrong(`${path}.links`, 'has a name that is not a letter and up to 31 letters, digits, dots, hyphens and underscores');
  }
  if (routes.length === 0 || routes.length > MAX_ROUTES)
    wrong(`${path}.routes`, `has to be a list of 1 to ${MAX_ROUTES} routes`);
  for (const [index, { to }] of routes.entries()) {
    for (const [place, name] of to.entries()) {
      const at = `${path}.routes[${index}].to[${place}]`;
      if (!NAME.test(name)) wrong(at, 'has to be the name of a link');
      if (!links.has(name)) wrong(at, `no link is named "${name}"`);
      if (to.indexOf(name) < place) wrong(at, `"${name}" is listed twice`);
    }
  }
  const last = routes.findIndex(
    ({ prefix, account, content }) => prefix === undefined && account === undefined && content === undefined,
  );
  if (last >= 0 && last < routes.length - 1)
    wrong(`${path}.routes[${last + 1}]`, `is never looked at: routes[${last}] takes every message`);
  return { links, routes };
};

/** Finds lanes by routes: the first that fits. */
export class Router {
  readonly routes: readonly Route[];
  readonly #rows: readonly { readonly fits: (message: RoutedMessage) => boolean; readonly lane: string | undefined }[];

  constructor(routes: readonly Route[]) {
    this.routes = routes;
    this.#rows = routes.map((route) => ({
      fits: fitter(route),
      lane: route.to.length === 0 ? undefined : laneOf(route.to),
    }));
  }

  /** The lane of a message; undefined when no link takes it. */
  findLane(message: RoutedMessage): string | undefined {
    return this.#rows.find(({ fits }) => fits(message))?.lane;
  }
}

function fitter({ prefix, account, content }: Route): (message: RoutedMessage) => boolean {
  const [accounts, contents] = [account && new Set(account), content && new Set(content)];
  // Most tables are by number: a set for each length that prefixes have.
  const prefixes = prefix && new Set(prefix);
  const lengths = [...new Set(prefix?.map(({ length }) => length))];
  return ({ recipient, username = '', contentKind = '' }) =>
    (prefixes === undefined || lengths.some((length) => prefixes.has(recipient.slice(0, length)))) &&
    (accounts === undefined || accounts.has(username)) &&
    (contents === undefined || contents.has(contentKind));
}

/** Settings with what a running gateway takes up left out: whoever compares two of them sees what needs a new start. */
export function withoutLiveSettings(settings: DeliverySettings): Readonly<Record<string, unknown>> {
  const { routes: _, links, ...rest } = settings;
  if (settings.kind !== KIND || typeof links !== 'object' || links === null) return settings;
  const still = Object.entries(links).map(([name, { rate: __, ...link }]) => [name, link]);
  return { ...rest, links: Object.fromEntries(still) };
}

// ---- In words ----

/** What is asked: account and content may be left out, and count as unknown then. */
export interface RouteQuestion {
  /** Digits with the country code. */
  readonly number: string;
  /** User name of the account that would send it. */
  readonly account?: string | undefined;
  /** Kind of content, such as `text`. */
  readonly content?: string | undefined;
}

/** A link as a running gateway tells of it. */
export interface LinkState {
  /** Its name in the settings. */
  readonly name: string;
  /** Whether it takes messages. */
  readonly isUp: boolean;
  /** Why it does not. */
  readonly reason?: string | undefined;
}

/** A route, and why it fits or does not. */
export interface RouteStep {
  /** Such as `routes[0]`. */
  readonly route: string;
  /** Whether it is the one. */
  readonly fits: boolean;
  /** In words. */
  readonly reason: string;
}

/** Which link a message would go over, and why. */
export interface RouteAnswer {
  /** The link; absent when there is none, or none that is up. */
  readonly link?: string;
  /** What becomes of the message. */
  readonly outcome: 'sent' | 'waits' | 'refused';
  /** Why. */
  readonly reason: string;
  /** Routes in order, up to the one that fits. */
  readonly routes: readonly RouteStep[];
  /** The links of the route in order, with their kinds. */
  readonly links: readonly { readonly link: string; readonly kind: string; readonly state: string }[];
}

/** Says which link a message goes over, and why. Without states all links count as up. */
export function explainRoute(table: LinkTable, question: RouteQuestion, states?: readonly LinkState[]): RouteAnswer {
  const routes: RouteStep[] = [];
  for (const [index, route] of table.routes.entries()) {
    const { fits, reason } = explainConditions(route, question);
    routes.push({ route: `routes[${index}]`, fits, reason });
    if (!fits) continue;
    return { ...chooseLink(table, route, states), routes };
  }
  return { outcome: 'refused', reason: 'no route fits', routes, links: [] };
}

function explainConditions(route: Route, { number, account, content }: RouteQuestion): Pick<RouteStep, 'fits' | 'reason'> {
  const held: string[] = [];
  const { prefix } = route;
  if (prefix !== undefined) {
    const found = prefix.find((each) => number.startsWith(each));
    if (found === undefined) return { fits: false, reason: `${number} does not begin with ${joinWithOr(prefix)}` };
    held.push(`${number} begins with ${found}`);
  }
  for (const [name, allowed, given] of [
    ['account', route.account, account],
    ['content', route.content, content],
  ] as const) {
    if (allowed === undefined) continue;
    if (given === undefined)
      return { fits: false, reason: `it is for ${name} ${joinWithOr(allowed)}, and no ${name} is given` };
    if (!allowed.includes(given)) return { fits: false, reason: `${name} ${given} is not ${joinWithOr(allowed)}` };
    held.push(`${name} is ${given}`);
  }
  return { fits: true, reason: held.length === 0 ? 'it has no condition' : held.join(', ') };
}

const SHOWN = 5;

function joinWithOr(values: readonly string[]): string {
  const shown = values.slice(0, SHOWN).join(' or ');
  return values.length > SHOWN ? `${shown} or ${values.length - SHOWN} others` : shown;
}

function chooseLink({ links }: LinkTable, { to }: Route, states?: readonly LinkState[]): Omit<RouteAnswer, 'routes'> {
  const rows = to.map((link) => {
    const state = states?.find(({ name }) => name === link);
    const isUp = states === undefined || state?.isUp === true;
    const told = state === undefined ? 'not a link of the gateway' : (state.reason ?? 'away');
    const { kind } = links.get(link) as LinkSettings;
    return { link, kind, isUp, state: states === undefined ? 'not asked' : isUp ? 'up' : told };
  });
  const listed = rows.map(({ isUp: _, ...row }) => row);
  const found = rows.findIndex(({ isUp }) => isUp);
  const chosen = rows[found];
  if (rows.length === 0) return { outcome: 'refused', reason: 'the route names no link', links: listed };
  if (chosen === undefined) return { outcome: 'waits', reason: 'no link of the route is up', links: listed };
  const first = states === undefined ? 'it is the first of the route' : 'it is the first of the route that is up';
  return { link: chosen.link, outcome: 'sent', reason: first, links: listed };
}
