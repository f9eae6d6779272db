/**
 * What a handset can do: its screen, the pictures it takes, and what may be sent to it.
 *
 * A profile is plain data of one shape: every key is there, and null says that nothing is known (or, of a whole group, that nothing is known
 * of any of it). One's own profile comes as JSON through {@link checkProfile}, where whatever is left out becomes null.
 * @module
 */

/** The screen, upright. */
export interface HandsetScreen {
  /** Pixels. */
  readonly width: number | null;
  /** Pixels. */
  readonly height: number | null;
  /** How many colours, or greys, it shows. */
  readonly colors: number | null;
  /** Whether it shows greys only. A screen of 1 bit a pixel counts as neither. */
  readonly greyscale: boolean | null;
  /** Bits that tell a pixel's colour. */
  readonly bitsPerPixel: number | null;
}

/** A size in pixels of which a side may be unknown. */
export interface HandsetArea {
  /** Width in pixels. */
  readonly width: number | null;
  /** Height in pixels. */
  readonly height: number | null;
}

/** Which pictures the browser takes. */
export interface HandsetImages {
  /** Shows WBMP. */
  readonly wbmp: boolean | null;
  /** Shows GIF. */
  readonly gif: boolean | null;
  /** Whether more than the first frame of a GIF is shown. */
  readonly gifAnimated: boolean | null;
  /** Shows JPEG. */
  readonly jpg: boolean | null;
  /** Shows PNG. */
  readonly png: boolean | null;
  /** Shows BMP. */
  readonly bmp: boolean | null;
}

/** The MMS capabilities of a handset. */
export interface HandsetMms {
  /** Takes multimedia messages. */
  readonly receives: boolean | null;
  /** Sends multimedia messages. */
  readonly sends: boolean | null;
  /** Octets of a whole message. */
  readonly maxBytes: number | null;
  /** Width of a picture in pixels. */
  readonly maxWidth: number | null;
  /** Height of a picture in pixels. */
  readonly maxHeight: number | null;
  /** Content types of parts, in lower case; empty when they are unknown. */
  readonly types: readonly string[];
}

/** The WAP push capabilities of a handset. */
export interface HandsetPush {
  /** Takes WAP pushes. */
  readonly supported: boolean | null;
  /** Service indication. */
  readonly si: boolean | null;
  /** Service loading. */
  readonly sl: boolean | null;
}

/** The SMS capabilities of a handset besides text. */
export interface HandsetSms {
  /** Takes Nokia ringing tones by SMS. */
  readonly nokiaRingtone: boolean | null;
  /** Nokia picture message, 72x28. */
  readonly pictureMessage: boolean | null;
  /** Nokia operator logo, 72x14. */
  readonly operatorLogo: boolean | null;
  /** Nokia operator logo, 78x21. */
  readonly largeOperatorLogo: boolean | null;
  /** Nokia group graphic (caller's logo), 72x14. */
  readonly groupGraphic: boolean | null;
  /** Takes business cards by SMS. */
  readonly vcard: boolean | null;
  /** Takes calendar entries by SMS. */
  readonly vcalendar: boolean | null;
  /** Takes EMS elements. */
  readonly ems: boolean | null;
  /** Version of EMS that it says it takes. */
  readonly emsVersion: number | null;
  /** EMS pictures of any size, not only 16x16 and 32x32. */
  readonly emsVariablePictures: boolean | null;
  /** iMelody as an EMS object. */
  readonly emsImelody: boolean | null;
  /** iMelody as the text of a message. */
  readonly textImelody: boolean | null;
  /** Siemens Exchange Objects. */
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

/** Ringtones that can be downloaded or received. */
export interface HandsetRingtones {
  /** Names such as `imelody`, `midi_polyphonic`, `nokia_smart_messaging`, `amr`. */
  readonly formats: readonly string[];
  /** How many sound at once. */
  readonly voices: number | null;
}

/** Java programs. */
export interface HandsetJava {
  /** Version, such as `2.0`. */
  readonly midp: string | null;
  /** Version, such as `1.1`. */
  readonly cldc: string | null;
  /** Octets of a program. */
  readonly maxJarBytes: number | null;
}

/** The capabilities of a handset. */
export interface HandsetProfile {
  /** Name for programs: lower-case letters, digits and dashes, such as `nokia-6230`. */
  readonly id: string;
  /** `generic` stands for all models of a make of which nothing else is known. */
  readonly kind: 'model' | 'generic';
  /** Null in the generic profiles of no make. */
  readonly make: string | null;
  /** Null in generic profiles. */
  readonly model: string | null;
  /** The make as `chooseForm` and the gateway know it: Alcatel, Ericsson, Motorola, Nokia, Sagem, Siemens, EMS; null for others. */
  readonly gatewayMake: string | null;
  /** Beginnings of its User-Agent, up to the first slash or blank. */
  readonly uaPrefixes: readonly string[];
  /** The screen. */
  readonly screen: HandsetScreen;
  /** The space for one picture in the browser, beside title, scroll bar and soft keys. */
  readonly imageArea: HandsetArea;
  /** Formats of pictures. */
  readonly images: HandsetImages | null;
  /** Null: not known to take multimedia messages. */
  readonly mms: HandsetMms | null;
  /** WAP push. */
  readonly push: HandsetPush | null;
  /** What it takes by SMS. */
  readonly sms: HandsetSms | null;
  /** Formats of ringtones. */
  readonly ringtones: HandsetRingtones | null;
  /** Java. */
  readonly java: HandsetJava | null;
}

/** Where the facts of a group come from. */
export type HandsetOrigin =
  /** Stated of the model by one source. */
  | 'device'
  /** Taken over from the family of models that it belongs to. */
  | 'family'
  /** Two sources say the same. */
  | 'both'
  /** Two sources differ, and one was taken by a rule. */
  | 'reconciled'
  /** Its maker's own capability document. */
  | 'uaprof'
  /** The feature table of gammu. */
  | 'gammu'
  /** An estimate from the models of the make. */
  | 'derived'
  /** Stated, but impossible, and therefore left out. */
  | 'dropped'
  /** A public data sheet, in place of what the sources state, or of a model that came later. */
  | 'datasheet'
  | 'unknown';

/** Where each group of a profile comes from; docs/handsets.md says more of the sources. */
export type HandsetOrigins = {
  readonly [K in 'screen' | 'colors' | 'imageArea' | 'images' | 'mms' | 'push' | 'sms' | 'ringtones' | 'java']: HandsetOrigin;
};
