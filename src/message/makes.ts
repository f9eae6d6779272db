/**
 * The form of a content for each make of handset, as a table; choose-form.ts chooses a row of it.
 *
 * Sources: each row names its own. "EMS guidelines" are Ericsson's EMS Developer Guidelines of 2002. Where nothing is known of a make, EMS
 * is used: it is the standard, and a handset without it shows the text.
 * @module
 */
import type { ContentKind, PhoneMake } from './content.js';
import { PORTS } from './ports.js';

/** The forms in which messages carry contents. */
export const MESSAGE_FORMS = [
  ...(['text', 'pdu', 'smart-messaging', 'wap-push'] as const),
  ...(['ems', 'seo', 'motorola-text', 'alcatel-picture'] as const),
] as const;

/** A form in {@link MESSAGE_FORMS}. */
export type MessageForm = (typeof MESSAGE_FORMS)[number];

/** A row of {@link MAKES}: the form of a content for a make, or for some of its models. */
export interface MakeRow {
  /** The kind of content. */
  readonly kind: ContentKind;
  /** The make; `any` if it does not matter. */
  readonly make: PhoneMake | 'any';
  /** The models, in words; if absent, all that no other row names. */
  readonly models?: string;
  /** Matches the models, written in capitals and digits only. */
  readonly modelPattern?: RegExp;
  /** True if the form is chosen only on request. */
  readonly onRequest?: true;
  /** The form; `refused` if there is none. */
  readonly form: MessageForm | 'refused';
  /** What carries the content, in words. */
  readonly bearer: string;
  /** Destination port, if the form has one. */
  readonly port?: number;
  /** Values of TP-DCS, the usual one first. */
  readonly tpDcs: readonly number[];
  /** The limits, in words. */
  readonly limit: string;
  /** Source of these facts. */
  readonly source: string;
  /** Whether two sources agree, or the output of another program was compared, on the form and on who accepts it. */
  readonly confirmed: boolean;
  /** The reason for this form, or for the refusal, in words. */
  readonly reason: string;
  /** A warning for the sender, in words. */
  readonly warning?: string;
}

type Form = Omit<MakeRow, 'kind' | 'make' | 'models' | 'modelPattern' | 'onRequest' | 'reason' | 'warning'>;

const EMS_SOUND: Form = {
  form: 'ems',
  bearer: 'header element 0C (iMelody)',
  tpDcs: [0x00],
  limit: '128 octets an object; longer tunes need several objects, each in a part of its own',
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
const LOGO_WARNING = 'MCC and MNC are not carried: the handset shows the logo as a picture in a message';

const SEO = {
  form: 'seo',
  bearer: '8-bit data without a header (//SEO)',
  tpDcs: [0xf5],
  source: 'ringtonetools; gammu reads it; NowSMS forum',
  confirmed: false,
} as const;
const SEO_SOUND: Form = { ...SEO, limit: '140 octets a block, as many as needed' };
const SEO_PICTURE: Form = { ...SEO, limit: '140 octets a block, as many as needed; 101x80 on x45 models' };

const REFUSED: Form = {
  form: 'refused',
  bearer: '-',
  tpDcs: [],
  limit: '-',
  source: 'gateway interface',
  confirmed: true,
};

const UNKNOWN = 'EMS is the standard; nothing else is known';
const NO_GROUP = 'only Nokia has group graphics';

/** Rows of a make whose handsets support EMS, one for each kind that depends on the make. */
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
  source: 'no source names a format for this make',
  warning: 'no source names a format that Sagem handsets accept',
} as const;

const BEFORE_EMS = {
  make: 'Ericsson',
  models: 'R320, T20, T28',
  modelPattern: /^(?:R320|T20|T28)(?!\d)/,
  confirmed: false,
  source: 'no source says that these models show EMS',
  reason: UNKNOWN,
  warning: 'this model is older than EMS; no source says that it shows pictures',
} as const;

const SEO_MODELS = {
  make: 'Siemens',
  models: 'x45, SL45, x50',
  modelPattern: /^[A-Z]{1,2}(?:45|50)(?!\d)/,
  reason: 'these models support exchange objects',
} as const;

/** A row of WAP Push. */
function pushRow(kind: ContentKind, source: string, what = 'WBXML'): MakeRow {
  return {
    ...{ kind, make: 'any', form: 'wap-push', bearer: `${what} in a WSP push to a port, from 9200`, port: PORTS.wapPush },
    ...{ tpDcs: [0x04], limit: '133 octets in one message, 128 in each of several', source, confirmed: true },
    reason: 'WAP Push is the same for every make',
  };
}

/** A row of a card or calendar. */
function objectRow(kind: 'vcard' | 'vcalendar', source: string, confirmed: boolean): MakeRow {
  return {
    ...{ kind, make: 'any', form: 'smart-messaging', bearer: '8-bit data to a port; 7-bit text on request' },
    ...{ port: PORTS[kind], tpDcs: [0xf5, 0x00], limit: SHORT_DATA, source, confirmed },
    reason: 'every make with cards and calendars accepts them in this way',
  };
}

/** A row of Smart Messaging. */
function nokiaRow(
  kind: 'ringtone' | 'operatorLogo' | 'groupGraphic' | 'pictureMessage',
  limit: string,
  source = 'Smart Messaging 3.0; gammu; netpbm',
): MakeRow {
  return {
    ...{ kind, make: 'Nokia', form: 'smart-messaging', bearer: '8-bit data to a port', port: PORTS[kind], tpDcs: [0xf5] },
    ...{ limit, source, confirmed: true, reason: "Smart Messaging is Nokia's own form" },
  };
}

const SHORT_DATA = '133 octets in one message; most handsets accept 3 of 128';

/** The form of each content for each make, with its source. {@link MakeRow.models} and `modelPattern` restrict a row to some models. */
export const MAKES: readonly MakeRow[] = /* @__PURE__ */ rows();

function rows(): MakeRow[] {
  const text = {
    make: 'any',
    form: 'text',
    bearer: 'text',
    source: 'TS 23.038, TS 23.040',
    confirmed: true,
    limit: '160 septets or 70 UTF-16 units, 153 or 67 in each of up to 255 parts',
    reason: 'every handset shows text',
  } as const;
  return [
    { kind: 'text', ...text, tpDcs: [0x00, 0x08] },
    { kind: 'flash', ...text, tpDcs: [0x10, 0x18] },
    {
      ...{ kind: 'pdu', make: 'any', form: 'pdu', bearer: 'as given', tpDcs: [] },
      limit: '140 octets with the header, more in up to 255 parts',
      ...{ source: 'TS 23.040', confirmed: true, reason: 'it is sent as given' },
    },
    pushRow('serviceIndication', 'WAP-167, WAP-259; Kannel'),
    pushRow('serviceLoading', 'WAP-168, WAP-259; Kannel'),
    pushRow('mmsNotification', 'OMA-MMS-ENC, WAP-259; Kannel; NowSMS forum', 'M-Notification.ind'),
    objectRow('vcard', 'IANA ports; gammu; smstools3 forum', true),
    objectRow('vcalendar', 'IANA ports; smstools3 forum; gammu sends to 228', false),

    nokiaRow('ringtone', SHORT_DATA, 'Smart Messaging 3.0; gammu; gnokii'),
    nokiaRow('operatorLogo', '72x14, one message; 78x21 on some models, two'),
    nokiaRow('groupGraphic', '72x14, one message'),
    nokiaRow('pictureMessage', '72x28 with 120 characters, three messages'),

    ...emsRows('EMS', 'EMS is the standard'),

    {
      ...{ kind: 'ringtone', ...REFUSED, ...BEFORE_EMS },
      source: 'Ericsson T39 manual; EMS guidelines',
      reason: 'this model plays eMelody, for which no way by SMS was found',
      warning: 'write an eMelody file and send it by OBEX',
    },
    { kind: 'operatorLogo', ...EMS_LOGO, ...BEFORE_EMS, warning: `${LOGO_WARNING}; ${BEFORE_EMS.warning}` },
    { kind: 'pictureMessage', ...EMS_PICTURE, ...BEFORE_EMS },
    ...emsRows('Ericsson', 'T39, R520, T65, T68 and later ones support EMS', {
      source: 'EMS guidelines; IntelliSMS wiki; NowSMS forum',
    }),

    { kind: 'ringtone', ...SEO_MODELS, ...SEO_SOUND },
    {
      kind: 'operatorLogo',
      ...SEO_MODELS,
      ...SEO_PICTURE,
      warning: 'MCC and MNC are not carried: the handset shows the logo as a picture',
    },
    { kind: 'pictureMessage', ...SEO_MODELS, ...SEO_PICTURE },
    ...emsRows('Siemens', 'models after x45 and x50 support EMS', { source: 'EMS guidelines; NowSMS forum' }),

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
      reason: 'asked for; newer models support EMS',
      warning: 'the two sources of this form disagree on the lengths of notes; no source says how it is to be addressed',
    },
    ...emsRows('Motorola', 'newer models support EMS; no source says which support the older text form', {
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
      reason: 'asked for; later models support EMS',
      warning: 'the form has one source',
    },
    ...emsRows('Alcatel', 'models of the One Touch 311 and 511 class support EMS', {
      source: 'EMS guidelines; IntelliSMS wiki; NowSMS forum',
    }),

    ...emsRows('Sagem', UNKNOWN, SAGEM),
  ];
}
