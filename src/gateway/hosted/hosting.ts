/**
 * What handsets fetch from the gateway.
 *
 *   GET  /m/TOKEN         a multimedia message, as a notification names it
 *   GET  /mm1/TOKEN       the same of a message that a phone sent, whose recipients have a token each
 *   POST on both, /m      what a handset says of it: M-NotifyResp.ind, M-Acknowledge.ind, M-Read-Rec.ind
 *   GET  /m/TOKEN/        the message as a page, for walled gardens
 *   GET  /m/TOKEN/NAME    a part of it
 *   GET  /w/TOKEN/NAME    a pushed file, and beside a program (.jar) its descriptor (.jad)
 *
 * A token is all that is asked for: nobody can guess it. What is not there, and what has expired, is 404. Pictures are adapted to the handset that
 * fetches, unless the sender did not want that (G-MMS-35, G-MMS-50); everything else goes out octet for octet.
 * @module
 */

import { type Context, Hono } from 'hono';
import { requireObject } from '../../bytes/check.js';
import { percentEncode } from '../../bytes/index.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { FormatError } from '../../errors.js';
import { repurpose as repurposeHere } from '../../image/index.js';
import { decodeMms, encodeMms, MMS_CONTENT_TYPE, type MRetrieveConf, type Part } from '../../mms/index.js';
import type { HandsetProfile } from '../../profile/index.js';
import { BodyBudget, describeBodyFault, readBody } from '../http/bodies.js';
import { INDICATIONS, type Indication, isIndication } from '../mm1/reports.js';
import type { HostedContent, MmsCopy } from '../store/types.js';
import { BusyError } from '../turns.js';
import { Adapter, handsetFor, isAdaptedName, isAdaptedPart, type Repurpose } from './adapt.js';
import { answerHosted } from './answer.js';
import { descriptorName, descriptorOf, isProgram, JAD_TYPE } from './jad.js';
import { namedParts, PAGE_TYPES, type PageType, pageOf } from './page.js';

/** The part of a store that {@link hostingApp} uses. */
export interface HostingStore {
  /** Returns the content of a token; undefined if there is none, or it has expired. */
  hosted(token: string): Promise<HostedContent | undefined>;
  /** Returns a copy of a message that a phone sent; without it `/mm1` has no messages. */
  mmsCopy?(token: string): Promise<Pick<MmsCopy, 'hostedToken' | 'expiresAt'> | undefined>;
}

/** Options of {@link hostingApp}. */
export interface HostingOptions {
  /** The store with the hosted content. */
  readonly store: HostingStore;
  /** Returns the time in milliseconds since 1970. */
  readonly clock: () => number;
  /** Called with internal errors. */
  readonly onFault: (error: unknown) => void;
  /** Called with the reason why a picture or message is served unchanged; `onFault` by default. */
  readonly onUnadapted?: ((error: unknown) => void) | undefined;
  /** Returns the base URL at which handsets reach this gateway, without a trailing slash, for descriptors of programs; by default that of the request. */
  readonly publicUrl?: (() => string) | undefined;
  /** Adapts pictures; by default in the calling thread. */
  readonly repurpose?: Repurpose | undefined;
  /** Called with the PDU that a handset sends about a message; by default ignored. */
  readonly onIndication?: ((said: Indication) => Promise<void>) | undefined;
  /** Returns whether such a PDU, which needs no login, is accepted now; by default always. Otherwise the answer is 429. */
  readonly admitsIndication?: ((context: Context) => boolean) | undefined;
  /** Maximum octets of adapted content in the cache; 33,554,432 (32 MiB) by default. */
  readonly cacheOctets?: number | undefined;
}

const DEFAULT_CACHE_OCTETS = 33_554_432;

/** Characters of base64url, as tokens have 22 of. */
const TOKEN = /^[\w-]{16,64}$/;

/** What handsets say of a message is short. */
const INDICATION_LIMITS = { octets: 4_096, silenceMs: 10_000, budget: new BodyBudget(0) };

/** What adapted content depends on. */
const VARY = 'User-Agent, X-Wap-Profile, Profile';

/**
 * Creates the hono application that serves hosted content to handsets: multimedia messages below `/m` and `/mm1`, pushed files below `/w`.
 * @throws TypeError if the options are not an object.
 */
export function hostingApp(options: HostingOptions): Hono {
  requireObject(options, 'options');
  const hosting = new Hosting(options);
  const app = new Hono();
  app.get('/m/:token', (context) => hosting.message(context));
  app.post('/m/:token', (context) => hosting.indication(context));
  app.post('/m', (context) => hosting.indication(context));
  app.get('/mm1/:token', (context) => hosting.copy(context));
  app.post('/mm1/:token', (context) => hosting.indication(context));
  app.get('/m/:token/', (context) => hosting.page(context));
  app.get('/m/:token/:name', (context) => hosting.part(context));
  app.get('/w/:token/:name', (context) => hosting.file(context));
  app.all('/m', () => notAllowed('POST'));
  for (const path of ['/m/:token', '/mm1/:token']) app.all(path, () => notAllowed('GET, HEAD, POST'));
  for (const path of ['/m/:token/', '/m/:token/:name', '/w/:token/:name']) app.all(path, () => notAllowed('GET, HEAD'));
  app.notFound(() => plain(404, 'Not found'));
  app.onError((error) => {
    if (error instanceof BusyError) return plain(503, 'Busy', { 'Retry-After': '5' });
    options.onFault(error);
    return plain(500, 'Internal error');
  });
  return app;
}

class Hosting {
  readonly #options: HostingOptions;
  readonly #adapter: Adapter;

  constructor(options: HostingOptions) {
    const { repurpose = repurposeHere, cacheOctets = DEFAULT_CACHE_OCTETS, onUnadapted = options.onFault } = options;
    this.#options = options;
    this.#adapter = new Adapter({ repurpose, cacheOctets, onUnadapted });
  }

  async message(context: Context): Promise<Response> {
    const content = await this.#message(context);
    if (content === undefined) return notFound();
    const { token, data, contentType } = content;
    const handset = handsetOf(context, content);
    const adapted = handset && (await this.#adapter.message(`m/${token}`, data, handset));
    return answerHosted(context, {
      octets: adapted?.octets ?? data,
      contentType,
      freshMs: this.#freshMs(content),
      vary: VARY,
    });
  }

  /** A recipient's own copy: the handset acknowledges it by the transaction, and says by the Message-ID that it was read. */
  async copy(context: Context): Promise<Response> {
    const token = context.req.param('token') ?? '';
    if (!TOKEN.test(token)) return notFound();
    const { store, clock } = this.#options;
    const copy = await store.mmsCopy?.(token);
    const content = copy && copy.expiresAt > clock() ? await store.hosted(copy.hostedToken) : undefined;
    const message = content && (await this.#adaptedMessage(context, content));
    const answer = message ?? NO_MESSAGE(new Date(clock()));
    return answerHosted(context, {
      octets: encodeMms({ ...answer, ...(message && { transactionId: token, messageId: token }) }),
      contentType: MMS_CONTENT_TYPE,
      freshMs: content === undefined ? 0 : this.#freshMs(content),
      vary: VARY,
    });
  }

  async #adaptedMessage(context: Context, content: HostedContent): Promise<MRetrieveConf | undefined> {
    const handset = handsetOf(context, content);
    const adapted = handset && (await this.#adapter.message(`m/${content.token}`, content.data, handset));
    return messageIn({ data: adapted?.octets ?? content.data });
  }

  /** Whether a message was fetched is known by what its handset says. */
  async indication(context: Context): Promise<Response> {
    const type = context.req.header('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
    if (type !== undefined && type !== MMS_CONTENT_TYPE) return plain(415, `This path takes ${MMS_CONTENT_TYPE}`);
    if (this.#options.admitsIndication?.(context) === false) return plain(429, 'Too many requests', { 'Retry-After': '1' });
    // It is shorter than what counts for somebody.
    const body = await readBody(context, INDICATION_LIMITS, undefined).catch(() => 'gone' as const);
    if (typeof body === 'string') {
      const { status, text, headers } = describeBodyFault(body, INDICATION_LIMITS);
      // What is left of the body is not read: the connection ends here.
      return plain(status, text, { ...headers, Connection: 'close' });
    }
    try {
      const pdu = decodeMms(body.octets, { lenient: true });
      if (isIndication(pdu)) {
        await this.#options.onIndication?.(pdu);
        return new Response(null, { status: 204 });
      }
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
    return plain(400, `This path takes ${INDICATIONS.join(', ')}`);
  }

  async page(context: Context): Promise<Response> {
    const content = await this.#message(context);
    const message = content && messageIn(content);
    if (content === undefined || message === undefined) return notFound();
    const type = pageTypeOf(context.req.header('Accept'));
    return answerHosted(context, {
      octets: Buffer.from(pageOf(message, type)),
      contentType: `${type}; charset=utf-8`,
      freshMs: this.#freshMs(content),
      vary: 'Accept',
    });
  }

  async part(context: Context): Promise<Response> {
    const content = await this.#message(context);
    const message = content && messageIn(content);
    const name = context.req.param('name') ?? '';
    const part = message && namedParts(message).get(name);
    if (content === undefined || part === undefined) return notFound();
    const handset = isAdaptedPart(part) ? handsetOf(context, content) : undefined;
    const adapted = handset && (await this.#picture(`m/${content.token}/${name}`, part.data, nameOfPicture(part), handset));
    return answerHosted(context, {
      octets: adapted?.octets ?? part.data,
      contentType: adapted?.contentType ?? typeOfPart(part),
      freshMs: this.#freshMs(content),
      fileName: part.name,
      vary: VARY,
    });
  }

  async file(context: Context): Promise<Response> {
    const content = await this.#content(context);
    if (content === undefined) return notFound();
    const { token, fileName = '', data, contentType } = content;
    const name = (context.req.param('name') ?? '').normalize('NFC');
    const freshMs = this.#freshMs(content);
    if (name !== fileName.normalize('NFC')) {
      const descriptor = name === descriptorName(fileName).normalize('NFC') ? this.#descriptor(context, content) : undefined;
      if (descriptor === undefined) return notFound();
      return answerHosted(context, { octets: Buffer.from(descriptor), contentType: JAD_TYPE, freshMs });
    }
    const isAdapted = isAdaptedName(fileName) && content.adaptation !== undefined;
    const handset = isAdapted ? handsetOf(context, content) : undefined;
    const adapted = handset && (await this.#picture(`w/${token}`, data, fileName, handset));
    return answerHosted(context, {
      octets: adapted?.octets ?? data,
      contentType: adapted?.contentType ?? contentType,
      freshMs,
      fileName,
      ...(isAdapted && { vary: VARY }),
    });
  }

  #descriptor(context: Context, { token, fileName = '', data, contentType }: HostedContent): string | undefined {
    if (!isProgram(fileName, contentType)) return undefined;
    const base = this.#options.publicUrl?.() ?? new URL(context.req.url).origin;
    return descriptorOf(data, `${base}/w/${token}/${percentEncode(fileName)}`);
  }

  #picture(key: string, data: Uint8Array, name: string, handset: HandsetProfile) {
    return this.#adapter.picture(key, data, name, handset);
  }

  async #content(context: Context): Promise<HostedContent | undefined> {
    const token = context.req.param('token') ?? '';
    return TOKEN.test(token) ? this.#options.store.hosted(token) : undefined;
  }

  async #message(context: Context): Promise<HostedContent | undefined> {
    const content = await this.#content(context);
    return content?.contentType === MMS_CONTENT_TYPE ? content : undefined;
  }

  #freshMs({ expiresAt }: HostedContent): number {
    return expiresAt - this.#options.clock();
  }
}

/** Answers a phone that asks for what is not there; it would try a 404 again and again. */
const NO_MESSAGE = (date: Date): MRetrieveConf => ({
  ...{ type: 'M-Retrieve.conf', mmsVersion: '1.2', date, parts: [] },
  ...{ retrieveStatus: 'error-permanent-message-not-found', retrieveText: 'No such message, or it has expired' },
});

function handsetOf(context: Context, { adaptation }: HostedContent): HandsetProfile | undefined {
  if (adaptation === undefined) return undefined;
  const uaProf = context.req.header('X-Wap-Profile') ?? context.req.header('Profile');
  return handsetFor({ userAgent: context.req.header('User-Agent'), uaProf }, adaptation);
}

/** The message in the content; undefined for what a customer calls one and is none. */
function messageIn({ data }: Pick<HostedContent, 'data'>): MRetrieveConf | undefined {
  const message = tryDecode(() => decodeMms(data, { lenient: true, limits: { mmsOctets: data.length } }));
  return message?.type === 'M-Retrieve.conf' ? message : undefined;
}

/** A WBMP is known by its name alone. */
function nameOfPicture({ name, contentType }: Part): string {
  return isAdaptedName(name) ? name : contentType;
}

function typeOfPart({ contentType, charset }: Part): string {
  return charset === undefined || !/^[\w.:+-]{1,40}$/.test(charset) ? contentType : `${contentType}; charset=${charset}`;
}

/** The page that the browser likes best; of those that it likes alike, the first. */
function pageTypeOf(accept: string | undefined): PageType {
  const wanted = (accept ?? '').split(',').map((item) => {
    const [type = '', ...parameters] = item.toLowerCase().split(';');
    const q = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]{1,5})\s*$/.exec(parameter)?.[1]).find((found) => found);
    return { type: type.trim(), q: q === undefined ? 1 : Number(q) };
  });
  const likes = (type: PageType) => {
    const ranges = [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*'];
    const found = ranges.map((range) => wanted.find((item) => item.type === range)).find((item) => item !== undefined);
    return found?.q ?? 0;
  };
  return PAGE_TYPES.reduce((best, type) => (likes(type) > likes(best) ? type : best));
}

function notFound(): Response {
  return plain(404, 'Not found');
}

function notAllowed(allowed: string): Response {
  return plain(405, `Allowed: ${allowed}`, { Allow: allowed });
}

function plain(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } });
}
