/**
 * Which form a content takes for which make of handset: a table, and how a row of it is chosen.
 *
 * The first row that fits counts: one for the model, else the one for the make. A row that is taken on request only, because its sources are
 * few or disagree, is never chosen by itself. A form that is asked for takes the first row of the make that has it, where the usual row has
 * another; what it says of other models is then no promise for this one.
 *
 * Sources: each row names its own. "EMS guidelines" are Ericsson's EMS Developer Guidelines of 2002. Where nothing is known of a make, EMS
 * is the answer: it is the standard, and a handset without it shows the text.
 * @module
 */
import { EncodeError } from '../errors.js';
import { type ContentKind, PHONE_MAKES, type PhoneMake, PORTS, parsePhoneMake } from './content.js';

/** Forms in which contents are carried. */
export const MESSAGE_FORMS = [
  ...(['text', 'pdu', 'smart-messaging', 'wap-push'] as const),
  ...(['ems', 'seo', 'motorola-text', 'alcatel-picture'] as const),
] as const;

/** A form in which a content is carried. */
export type MessageForm = (typeof MESSAGE_FORMS)[number];

/** One row: a content for a make, or for some of its models. */
export interface MakeRow {
  /** What is sent. */
  readonly kind: ContentKind;
  /** `any` where the make does not matter. */
  readonly make: PhoneMake | 'any';
  /** For which models, in words; all that no other row names when absent. */
  readonly models?: string;
  /** The same as a pattern on the model in capitals and digits only. */
  readonly modelPattern?: RegExp;
  /** Taken only when the form is asked for. */
  readonly onRequest?: true;
  /** `refused`: there is no form. */
  readonly form: MessageForm | 'refused';
  /** What carries it, in words. */
  readonly bearer: string;
  /** Destination port of the form, when it has one. */
  readonly port?: number;
  /** TP-DCS, the usual one first. */
  readonly tpDcs: readonly number[];
  /** What fits, in words. */
  readonly limit: string;
  /** Where that is known from. */
  readonly source: string;
  /** Two sources agree, or a program's output was compared, on the form and on who takes it. */
  readonly confirmed: boolean;
  /** Why this row, or why it is refused. */
  readonly reason: string;
  /** What the sender should know. */
  readonly warning?: string;
}

/** What was chosen for a content and a handset. */
export interface FormChoice {
  /** How it is carried. */
  readonly form: MessageForm;
  /** Destination port, when the form has one. */
  readonly port?: number;
  /** TP-DCS of the messages. */
  readonly tpDcs: number;
  /** Why, in words. */
  readonly reason: string;
  /** See {@link MakeRow.confirmed}. */
  readonly confirmed: boolean;
  /** What will be lost or may not work. */
  readonly warnings: readonly string[];
}

/** Whom the content is for. */
export interface Handset {
  /** In any case. Needed for content whose form depends on it. */
  readonly make?: PhoneMake | (string & {}) | undefined;
  /** Model of the handset, for the rows that name one. */
  readonly model?: string | undefined;
  /** A form in place of the usual one; it has to be one of the make's. What is sent is then not confirmed. */
  readonly form?: MessageForm | undefined;
}

type Form = Omit<MakeRow, 'kind' | 'make' | 'models' | 'modelPattern' | 'onRequest' | 'reason' | 'warning'>;

const SMART = { form: 'smart-messaging', bearer: '8-bit data to a port', tpDcs: [0xf5], confirmed: true } as const;

const EMS_SOUND: Form = {
  form: 'ems',
  bearer: 'header element 0C (iMelody)',
  tpDcs: [0x00],
  limit: '128 octets an object; longer tunes take several objects, each in a part of its own',
  source: 'TS 23.040 9.2.3.24.10; gammu; EMS guidelines',
  confirmed: true,
};

const EMS_PICTURE: Form = {
  form: 'ems',
  bearer: 'header elements 10, 11, 12',
  tpDcs: [0x00, 0x08],
  limit: '128 octets an object; larger pictures in columns, at most 126 high; gammu keeps to 96x128',
  source: 'TS 23.040 9.2.3.24.10; gammu; EMS guidelines',
  confirmed: true,
};

const EMS_LOGO: Form = { ...EMS_PICTURE, tpDcs: [0x00], confirmed: false };
const LOGO_WARNING = 'MCC and MNC are not carried: the handset takes the logo for a picture in a message';

const WAP_PUSH = {
  make: 'any',
  form: 'wap-push',
  bearer: 'WBXML in a WSP push to a port, from 9200',
  port: PORTS.wapPush,
  tpDcs: [0x04],
  limit: '133 octets in one message, 128 in each of several',
  confirmed: true,
  reason: 'WAP Push is the same for every make',
} as const;

const OBJECT = {
  make: 'any',
  form: 'smart-messaging',
  bearer: '8-bit data to a port; 7-bit text on request',
  tpDcs: [0xf5, 0x00],
  limit: '133 octets in one message; most handsets take 3 of 128',
  reason: 'every make that takes cards and calendars takes them in this way',
} as const;

const SEO = {
  form: 'seo',
  bearer: '8-bit data without a header (//SEO)',
  tpDcs: [0xf5],
  source: 'ringtonetools; gammu reads it; NowSMS forum',
  confirmed: false,
} as const;
const SEO_SOUND: Form = { ...SEO, limit: '140 octets a block, as many as it takes' };
const SEO_PICTURE: Form = { ...SEO, limit: '140 octets a block, as many as it takes; 101x80 on x45 models' };

const REFUSED: Form = {
  form: 'refused',
  bearer: '-',
  tpDcs: [],
  limit: '-',
  source: 'gateway interface',
  confirmed: true,
};

const EMS_REASON = 'EMS is what the standard has';
const NO_GROUP = 'only Nokia has group graphics';

/** Rows of a make whose handsets take EMS, one for each kind that depends on the make. */
function emsRows(make: PhoneMake, reason: string, change: Partial<MakeRow> = {}): MakeRow[] {
  return [
    { kind: 'ringtone', make, ...EMS_SOUND, reason, ...change },
    {
      ...{ kind: 'operatorLogo', make, ...EMS_LOGO, reason, ...change },
      warning: change.warning === undefined ? LOGO_WARNING : `${LOGO_WARNING}; ${change.warning}`,
      confirmed: false,
    },
    { kind: 'groupGraphic', make, ...REFUSED, reason: NO_GROUP },
    { kind: 'pictureMessage', make, ...EMS_PICTURE, reason, ...change },
  ];
}

const SAGEM = {
  confirmed: false,
  source: 'none names a format for this make',
  warning: 'no source names a format that Sagem handsets take',
} as const;

const BEFORE_EMS = {
  make: 'Ericsson',
  models: 'R320, T20, T28',
  modelPattern: /^(?:R320|T20|T28)(?!\d)/,
  confirmed: false,
  source: 'none says that these models show EMS',
  reason: 'EMS is the answer where nothing is known',
  warning: 'this model is older than EMS; no source says that it shows pictures',
} as const;

const SEO_MODELS = {
  make: 'Siemens',
  models: 'x45, SL45, x50',
  modelPattern: /^[A-Z]{1,2}(?:45|50)(?!\d)/,
  reason: 'these models take exchange objects',
} as const;

/** What is sent to whom. */
export const MAKES: readonly MakeRow[] = /* @__PURE__ */ rows();

function rows(): MakeRow[] {
  const text = {
    make: 'any',
    form: 'text',
    bearer: 'text',
    limit: '160 septets or 70 UTF-16 units, 153 or 67 in each of up to 255 parts',
    source: 'TS 23.038, TS 23.040',
    confirmed: true,
    reason: 'every handset takes text',
  } as const;
  return [
    { kind: 'text', ...text, tpDcs: [0x00, 0x08] },
    { kind: 'flash', ...text, tpDcs: [0x10, 0x18] },
    {
      kind: 'pdu',
      make: 'any',
      form: 'pdu',
      bearer: 'as given',
      tpDcs: [],
      limit: '140 octets with the header, more in up to 255 parts',
      source: 'TS 23.040',
      confirmed: true,
      reason: 'it goes out as given',
    },
    {
      kind: 'serviceIndication',
      ...WAP_PUSH,
      source: 'WAP-167, WAP-259; Kannel',
    },
    {
      kind: 'serviceLoading',
      ...WAP_PUSH,
      source: 'WAP-168, WAP-259; Kannel',
    },
    {
      kind: 'mmsNotification',
      ...WAP_PUSH,
      bearer: 'M-Notification.ind in a WSP push to a port, from 9200',
      source: 'OMA-MMS-ENC, WAP-259; Kannel; NowSMS forum',
    },
    {
      kind: 'vcard',
      ...OBJECT,
      port: PORTS.vcard,
      source: 'IANA ports; gammu; smstools3 forum',
      confirmed: true,
    },
    {
      kind: 'vcalendar',
      ...OBJECT,
      port: PORTS.vcalendar,
      source: 'IANA ports; smstools3 forum; gammu sends to 228',
      confirmed: false,
    },

    {
      kind: 'ringtone',
      make: 'Nokia',
      ...SMART,
      port: PORTS.ringtone,
      limit: '133 octets in one message; most handsets take 3 of 128',
      source: 'Smart Messaging 3.0; gammu; gnokii',
      reason: "Smart Messaging is Nokia's own form",
    },
    {
      kind: 'operatorLogo',
      make: 'Nokia',
      ...SMART,
      port: PORTS.operatorLogo,
      limit: '72x14, one message; 78x21 on some models, two',
      source: 'Smart Messaging 3.0; gammu; netpbm',
      reason: "Smart Messaging is Nokia's own form",
    },
    {
      kind: 'groupGraphic',
      make: 'Nokia',
      ...SMART,
      port: PORTS.groupGraphic,
      limit: '72x14, one message',
      source: 'Smart Messaging 3.0; gammu; netpbm',
      reason: "Smart Messaging is Nokia's own form",
    },
    {
      kind: 'pictureMessage',
      make: 'Nokia',
      ...SMART,
      port: PORTS.pictureMessage,
      limit: '72x28 with 120 characters, three messages',
      source: 'Smart Messaging 3.0; gammu; netpbm',
      reason: "Smart Messaging is Nokia's own form",
    },

    ...emsRows('EMS', EMS_REASON),

    {
      ...{ kind: 'ringtone', ...REFUSED, ...BEFORE_EMS },
      source: 'Ericsson T39 manual; EMS guidelines',
      reason: 'this model takes eMelody, for which no way by SMS was found',
      warning: 'write an eMelody file and send it by OBEX',
    },
    { kind: 'operatorLogo', ...EMS_LOGO, ...BEFORE_EMS, warning: `${LOGO_WARNING}; ${BEFORE_EMS.warning}` },
    { kind: 'pictureMessage', ...EMS_PICTURE, ...BEFORE_EMS },
    ...emsRows('Ericsson', 'T39, R520, T65, T68 and later ones take EMS', {
      source: 'EMS guidelines; IntelliSMS wiki; NowSMS forum',
    }),

    { kind: 'ringtone', ...SEO_MODELS, ...SEO_SOUND },
    {
      kind: 'operatorLogo',
      ...SEO_MODELS,
      ...SEO_PICTURE,
      warning: 'MCC and MNC are not carried: the handset takes the logo for a picture',
    },
    { kind: 'pictureMessage', ...SEO_MODELS, ...SEO_PICTURE },
    ...emsRows('Siemens', 'models after x45 and x50 take EMS', { source: 'EMS guidelines; NowSMS forum' }),

    {
      kind: 'ringtone',
      make: 'Motorola',
      models: 'older ones',
      onRequest: true,
      form: 'motorola-text',
      bearer: 'text (L35&)',
      tpDcs: [0x00],
      limit: '35 notes and rests',
      source: 'ringtonetools; IntelliSMS wiki; they disagree on lengths',
      confirmed: false,
      reason: 'asked for; newer models take EMS',
      warning: 'the two sources of this form disagree on the lengths of notes; no source says how it is to be addressed',
    },
    ...emsRows('Motorola', 'newer models take EMS; no source says which take the older text form', {
      source: 'EMS guidelines; IntelliSMS wiki; NowSMS forum',
    }),

    {
      kind: 'pictureMessage',
      make: 'Alcatel',
      onRequest: true,
      form: 'alcatel-picture',
      bearer: 'header element 80, 8-bit data',
      tpDcs: [0xf5],
      limit: '255x255; the text is not carried',
      source: 'gammu',
      confirmed: false,
      reason: 'asked for; later models take EMS',
      warning: 'the form has one source',
    },
    ...emsRows('Alcatel', 'models of the One Touch 311 and 511 class take EMS', {
      source: 'EMS guidelines; IntelliSMS wiki; NowSMS forum',
    }),

    ...emsRows('Sagem', 'EMS is the answer where nothing is known', SAGEM),
  ];
}

/**
 * The form of a content for a handset.
 * @throws EncodeError `unencodable` with field `make` when a make is needed and none is given, or has no form for the content; with field
 * `model` when the model has none; with field `form` when the make has no such form. `bad-value` for an unknown make or form.
 */
export function chooseForm(kind: ContentKind, handset: Handset = {}): FormChoice {
  const row = chooseRow(kind, handset);
  const { form, port, tpDcs, reason, confirmed, warning } = row;
  if (form === 'refused') {
    const field = row.modelPattern === undefined ? 'make' : 'model';
    const name = row.modelPattern === undefined ? row.make : `${row.make} ${handset.model?.trim()}`;
    throw new EncodeError('unencodable', field, undefined, `${NAMES[kind]} has no form for ${name}: ${reason}`);
  }
  const base = { form, tpDcs: tpDcs[0] ?? 0, reason, confirmed, warnings: warning === undefined ? [] : [warning] };
  return port === undefined ? base : { ...base, port };
}

const NAMES: Readonly<Record<ContentKind, string>> = {
  text: 'a text',
  flash: 'a flash text',
  ringtone: 'a ringtone',
  operatorLogo: 'an operator logo',
  groupGraphic: 'a group graphic',
  pictureMessage: 'a picture message',
  serviceIndication: 'a service indication',
  serviceLoading: 'a service loading',
  mmsNotification: 'a notification of a multimedia message',
  vcard: 'a card',
  vcalendar: 'a calendar',
  pdu: 'a PDU',
};

function chooseRow(kind: ContentKind, { make, model, form }: Handset): MakeRow {
  if (form !== undefined && !MESSAGE_FORMS.includes(form)) {
    throw new EncodeError('bad-value', 'form', undefined, `${JSON.stringify(form)} is none of ${MESSAGE_FORMS.join(', ')}`);
  }
  const ofKind = MAKES.filter((row) => row.kind === kind);
  if (ofKind.length === 0) throw new EncodeError('bad-value', 'content.kind', undefined, `${kind}`);
  const all = ofKind[0]?.make === 'any' ? ofKind : ofMake(ofKind, kind, make);
  const usual = usualRow(all, plainModel(model, make));
  if (form === undefined || usual.form === form) return usual;
  const asked = all.find((row) => row.form === form);
  if (asked === undefined) {
    const name = usual.make === 'any' ? '' : ` for ${usual.make}`;
    throw new EncodeError('unencodable', 'form', undefined, `${NAMES[kind]}${name} has no form ${form}`);
  }
  return asked.onRequest === true ? asked : againstTheTable(asked, usual);
}

/** What is sent when nobody asks for a form. */
function usualRow(rowsOfMake: readonly MakeRow[], name: string): MakeRow {
  const usual = rowsOfMake.filter((row) => row.onRequest !== true);
  const ofModel = usual.find((row) => row.modelPattern?.test(name));
  return ofModel ?? (usual.find((row) => row.modelPattern === undefined) as MakeRow);
}

/** A row that is there for other models. */
function againstTheTable(asked: MakeRow, usual: MakeRow): MakeRow {
  const found =
    usual.form === 'refused' ? `there is no form: ${usual.reason}` : `the usual form is ${usual.form}: ${usual.reason}`;
  const warning = `for this handset ${found}`;
  return {
    ...asked,
    confirmed: false,
    reason: 'asked for',
    warning: asked.warning === undefined ? warning : `${asked.warning}; ${warning}`,
  };
}

function ofMake(rowsOfKind: readonly MakeRow[], kind: ContentKind, make: string | undefined): MakeRow[] {
  if (make === undefined) {
    throw new EncodeError('unencodable', 'make', undefined, `${NAMES[kind]} differs from make to make: name the handset's`);
  }
  const known = parsePhoneMake(make);
  if (known === undefined) {
    const message = `${JSON.stringify(make)} is none of ${PHONE_MAKES.join(', ')}`;
    throw new EncodeError('bad-value', 'make', undefined, message);
  }
  return rowsOfKind.filter((row) => row.make === known);
}

/** A model without blanks, dashes and the make's name in front: `Siemens SL-45i` is `SL45I`. */
function plainModel(model = '', make = ''): string {
  const plain = model.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const name = make.trim().toUpperCase();
  return plain.startsWith(name) ? plain.slice(name.length) : plain;
}
