/**
 * Which form a content takes for which make of handset, as a table; choose-form.ts has how a row of it is chosen.
 *
 * Sources: each row names its own. "EMS guidelines" are Ericsson's EMS Developer Guidelines of 2002. Where nothing is known of a make, EMS
 * is the answer: it is the standard, and a handset without it shows the text.
 * @module
 */
import { type ContentKind, type PhoneMake, PORTS } from './content.js';

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
