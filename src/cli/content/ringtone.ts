/**
 * Ringtones.
 * @module
 */
import { nokiaOptions } from '../../inspect/formats/tune-files.js';
import type { MessageForm } from '../../message/index.js';
import type { TuneForm } from '../../ringtone/index.js';
import {
  addLengthOptions,
  addTuneOptions,
  fittedTune,
  openTune,
  readTune,
  type TuneOptions,
  tellTempos,
} from '../files/tunes.js';
import { formFor, type Row, row } from './row.js';

/** What a ringtone's length is measured as. */
const TUNE_FORMS: Partial<Record<MessageForm, TuneForm>> = { 'smart-messaging': 'nokia', ems: 'ems', seo: 'midi' };

/** A tune. */
export const RINGTONE: Row = row<TuneOptions>({
  kind: 'ringtone',
  argument: '[file]',
  source: ', from any file of one that convert reads, or its RTTTL text',
  sending: '; sent as RTTTL',
  isRead: true,
  isByMake: true,
  ofLibrary: (tune) => ({ kind: 'ringtone', tune }),
  group: 'Tune:',
  options: (command, door) => (door === 'encode' ? addTuneOptions(command) : addLengthOptions(command)),
  async read(given) {
    const { session, door, argument, options } = given;
    const content = await openTune(session, argument, options.as);
    const form = TUNE_FORMS[formFor('ringtone', given) ?? 'text'];
    // A gateway takes RTTTL, and makes what the handset takes of it.
    const length = form ?? (door === 'send' ? 'rtttl' : undefined);
    const tune = fittedTune(session, readTune(session, content, options), length, options);
    if (door === 'encode' && form === 'nokia') tellTempos(session, tune, options);
    if (door === 'encode' && form === 'ems' && tune.title !== '') session.warn('the title is not sent: it would cost notes');
    return { content: { kind: 'ringtone', tune }, build: { ringtone: nokiaOptions(options) } };
  },
  examples: [
    'handset encode ringtone tune.rtttl --make Nokia --to 447700900123',
    "handset encode ringtone 'Siren:d=4,o=5,b=125:c,e,g,2c6' --make EMS --to 447700900123 --format smpp",
  ],
});
