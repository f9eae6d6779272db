/**
 * What a handset can do: its screen, the pictures it takes, and what may be sent to it.
 *
 * A profile is plain data of one shape: every key is there, and null says that nothing is known (or, of a whole group, that nothing is known
 * of any of it). One's own profile comes as JSON through {@link checkProfile}, where whatever is left out becomes null.
 * @module
 */

/** The screen of a handset, upright. Members are null if unknown. */
export interface HandsetScreen {
  /** Width in pixels. */
  readonly width: number | null;
  /** Height in pixels. */
  readonly height: number | null;
  /** The number of colours or greys. */
  readonly colors: number | null;
  /** Whether it shows only greys. A screen of 1 bit per pixel counts neither as grey nor as colour. */
  readonly greyscale: boolean | null;
  /** Bits per pixel. */
  readonly bitsPerPixel: number | null;
}

/** A size in pixels. */
export interface HandsetArea {
  /** Width in pixels; null if unknown. */
  readonly width: number | null;
  /** Height in pixels; null if unknown. */
  readonly height: number | null;
}

/** The picture formats of the browser. True, false, or null if unknown. */
export interface HandsetImages {
  /** Shows WBMP. */
  readonly wbmp: boolean | null;
  /** Shows GIF. */
  readonly gif: boolean | null;
  /** Shows animated GIF, not only its first frame. */
  readonly gifAnimated: boolean | null;
  /** Shows JPEG. */
  readonly jpg: boolean | null;
  /** Shows PNG. */
  readonly png: boolean | null;
  /** Shows BMP. */
  readonly bmp: boolean | null;
}

/** The MMS capabilities of a handset. Members are null if unknown. */
export interface HandsetMms {
  /** Receives multimedia messages. */
  readonly receives: boolean | null;
  /** Sends multimedia messages. */
  readonly sends: boolean | null;
  /** Maximum size of a message in octets. */
  readonly maxBytes: number | null;
  /** Maximum width of a picture in pixels. */
  readonly maxWidth: number | null;
  /** Maximum height of a picture in pixels. */
  readonly maxHeight: number | null;
  /** Accepted content types of parts, in lower case; empty if unknown. */
  readonly types: readonly string[];
}

/** The WAP push capabilities of a handset. Members are null if unknown. */
export interface HandsetPush {
  /** Accepts WAP pushes. */
  readonly supported: boolean | null;
  /** Accepts Service Indications. */
  readonly si: boolean | null;
  /** Accepts Service Loadings. */
  readonly sl: boolean | null;
}

/** The SMS capabilities of a handset besides text: whether it accepts these contents by SMS. Members are null if unknown. */
export interface HandsetSms {
  /** Nokia ringing tones. */
  readonly nokiaRingtone: boolean | null;
  /** Nokia picture messages, 72 by 28 pixels. */
  readonly pictureMessage: boolean | null;
  /** Nokia operator logos, 72 by 14 pixels. */
  readonly operatorLogo: boolean | null;
  /** Nokia operator logos, 78 by 21 pixels. */
  readonly largeOperatorLogo: boolean | null;
  /** Nokia group graphics (pictures of caller groups), 72 by 14 pixels. */
  readonly groupGraphic: boolean | null;
  /** Business cards. */
  readonly vcard: boolean | null;
  /** Calendar entries. */
  readonly vcalendar: boolean | null;
  /** EMS elements. */
  readonly ems: boolean | null;
  /** Version of EMS that it declares. */
  readonly emsVersion: number | null;
  /** EMS pictures of any size, not only 16 by 16 and 32 by 32 pixels. */
  readonly emsVariablePictures: boolean | null;
  /** iMelody as an EMS object. */
  readonly emsImelody: boolean | null;
  /** iMelody as the text of a message. */
  readonly textImelody: boolean | null;
  /** Siemens exchange objects. */
  readonly siemensOta: boolean | null;
  /** Size of an operator logo in Siemens' own form, in pixels. */
  readonly siemensLogo: { readonly width: number; readonly height: number } | null;
  /** Size of a screen saver in Siemens' own form, in pixels. */
  readonly siemensScreensaver: { readonly width: number; readonly height: number } | null;
  /** Sagem's own form, version 1. */
  readonly sagemV1: boolean | null;
  /** Sagem's own form, version 2. */
  readonly sagemV2: boolean | null;
  /** Panasonic's own form. */
  readonly panasonic: boolean | null;
}

/** The ringtones that a handset can download or receive. */
export interface HandsetRingtones {
  /** Names of formats, such as `imelody`, `midi_polyphonic`, `nokia_smart_messaging`, `amr`. */
  readonly formats: readonly string[];
  /** The number of simultaneous voices; null if unknown. */
  readonly voices: number | null;
}

/** The Java platform of a handset. Members are null if unknown. */
export interface HandsetJava {
  /** Version of MIDP, such as `2.0`. */
  readonly midp: string | null;
  /** Version of CLDC, such as `1.1`. */
  readonly cldc: string | null;
  /** Maximum size of a program in octets. */
  readonly maxJarBytes: number | null;
}

/** The capabilities of a handset. Groups and members are null if unknown. */
export interface HandsetProfile {
  /** Identifier: lower-case letters, digits and hyphens, such as `nokia-6230`. */
  readonly id: string;
  /** `model` for one model, `generic` for all other models of a make or a platform. */
  readonly kind: 'model' | 'generic';
  /** Make; null in generic profiles without a make. */
  readonly make: string | null;
  /** Model; null in generic profiles. */
  readonly model: string | null;
  /** The make as `chooseForm` and the gateway spell it: Alcatel, Ericsson, Motorola, Nokia, Sagem, Siemens or EMS; null for others. */
  readonly gatewayMake: string | null;
  /** Beginnings of its User-Agent, up to the first slash or space. */
  readonly uaPrefixes: readonly string[];
  /** The screen. */
  readonly screen: HandsetScreen;
  /** The area for a picture in the browser, without title, scroll bar and soft keys. */
  readonly imageArea: HandsetArea;
  /** Picture formats of the browser. */
  readonly images: HandsetImages | null;
  /** MMS; null if it is not known to receive multimedia messages. */
  readonly mms: HandsetMms | null;
  /** WAP push. */
  readonly push: HandsetPush | null;
  /** SMS, besides text. */
  readonly sms: HandsetSms | null;
  /** Formats of ringtones. */
  readonly ringtones: HandsetRingtones | null;
  /** Java. */
  readonly java: HandsetJava | null;
}

/** The origin of a group of facts. */
export type HandsetOrigin =
  /** One source about the model. */
  | 'device'
  /** The family of models that it belongs to. */
  | 'family'
  /** Two sources that agree. */
  | 'both'
  /** Two sources that differ, of which a rule chose one. */
  | 'reconciled'
  /** The capability document (UAProf) of its maker. */
  | 'uaprof'
  /** The feature table of gammu. */
  | 'gammu'
  /** An estimate from the models of the make. */
  | 'derived'
  /** A source with an impossible value, which was omitted. */
  | 'dropped'
  /** A public data sheet, instead of the sources, or for a model that they lack. */
  | 'datasheet'
  | 'unknown';

/** The origin of each group of facts in a profile; docs/handsets.md describes the sources. */
export type HandsetOrigins = {
  readonly [K in 'screen' | 'colors' | 'imageArea' | 'images' | 'mms' | 'push' | 'sms' | 'ringtones' | 'java']: HandsetOrigin;
};
