/**
 * What a handset of the profiles means for what is sent to it. No DOM here.
 * @module
 */
import { type PhoneMake, parsePhoneMake } from '../../message/index.js';
import type { HandsetProfile } from '../../profile/index.js';
import { listFeatures, nameHandset } from '../../show/handset-screen.js';

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
export function describeHandset(profile: HandsetProfile): string {
  const { width, height } = profile.screen;
  const takes = listFeatures(profile, true);
  const facts = [
    ...(width === null || height === null ? [] : [`screen ${width}×${height}`]),
    ...(takes === '' ? [] : [`takes ${takes}`]),
  ];
  return facts.length === 0 ? nameHandset(profile) : `${nameHandset(profile)}: ${facts.join('; ')}`;
}
