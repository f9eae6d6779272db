/**
 * What a handset of the profiles means for what is sent to it. No DOM here.
 * @module
 */
import { type PhoneMake, parsePhoneMake } from '../../message/index.js';
import type { HandsetProfile } from '../../profile/index.js';

/** The make under which a handset's contents are made, and why where that is not its own name. */
export interface MakeOfHandset {
  readonly make: PhoneMake;
  readonly why: string;
}

/** The make that stands for a handset's: its own where the table of forms has it, else one whose forms it takes. */
export function makeOfHandset({ make, gatewayMake, sms }: HandsetProfile): MakeOfHandset {
  const own = gatewayMake === null ? undefined : parsePhoneMake(gatewayMake);
  if (own !== undefined) return { make: own, why: '' };
  const name = make ?? 'this handset';
  if (sms?.nokiaRingtone === true || sms?.pictureMessage === true) return { make: 'Nokia', why: `${name} takes Nokia's forms` };
  const why = sms?.ems === true ? `${name} takes EMS` : `no form of ${name} is known here; EMS is the standard`;
  return { make: 'EMS', why };
}

/** What a handset is known to do, in words. */
export function describeHandset({ make, model, kind, screen, sms, mms }: HandsetProfile): string {
  const name = kind === 'generic' ? `any ${make ?? 'handset'}` : `${make} ${model}`;
  const facts: string[] = [];
  if (screen.width !== null && screen.height !== null) facts.push(`screen ${screen.width}×${screen.height}`);
  const takes: readonly (readonly [boolean | null | undefined, string])[] = [
    [sms?.nokiaRingtone, 'Nokia ringtones'],
    [sms?.pictureMessage, 'picture messages'],
    [sms?.operatorLogo, 'operator logos'],
    [sms?.groupGraphic, 'group graphics'],
    [sms?.ems, 'EMS'],
    [sms?.siemensOta, 'Siemens exchange objects'],
    [sms?.vcard, 'cards'],
    [sms?.vcalendar, 'calendars'],
  ];
  const known = takes.filter(([does]) => does === true).map(([, what]) => what);
  if (known.length > 0) facts.push(`takes ${known.join(', ')}`);
  if (mms?.receives === true) {
    facts.push(mms.maxBytes === null ? 'takes MMS' : `takes MMS up to ${Math.floor(mms.maxBytes / 1024)} KiB`);
  }
  return facts.length === 0 ? name : `${name}: ${facts.join('; ')}`;
}
