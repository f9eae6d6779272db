/**
 * From content and a handset to the SMS-SUBMITs that carry it; makes.ts has the table of forms.
 *
 *   text, flash                GSM 7-bit, or UCS-2 where the text needs it
 *   ringtones and pictures     in a form of the make: build-for-make.ts
 *   everything else            in one form for every make: build-common.ts
 *
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { findPorts, type Submit, submitText } from '../sms/index.js';
import { submitObject, submitPdu, submitPush } from './build-common.js';
import { submitPicture, submitRingtone } from './build-for-make.js';
import type { BuildOptions, Warn } from './build-options.js';
import { chooseForm, type FormChoice } from './choose-form.js';
import { type Content, type ObjectContentAlias, withUsualKind } from './content.js';

/**
 * Builds the SMS-SUBMITs that carry a content, in the form that the handset understands. Text that does not fit beside a picture follows in more
 * parts or messages.
 * @throws EncodeError `unencodable` in the field `make` if the content has no form for that make (see `chooseForm`), `bad-value` in
 * `content.bitmap` for a picture of a size that the handset does not show; otherwise as the content's encoder.
 * @example
 * ```ts
 * import { buildSubmits } from 'handset/message';
 * import { parseRtttl } from 'handset/ringtone';
 *
 * const tune = parseRtttl('Siren:d=4,o=5,b=125:c,e,g,2c6');
 * const [submit] = buildSubmits({ kind: 'ringtone', tune }, { to: '447700900123', make: 'Nokia' });
 * submit?.udh; // -> [{ kind: 'ports16', destination: 5505, source: 0 }]
 * ```
 */
export function buildSubmits(given: Content | ObjectContentAlias, options: BuildOptions): Submit[] {
  requireObject(given, 'content');
  const content: Content = withUsualKind(given);
  requireObject(options, 'options');
  const choice = chooseForm(content.kind, options);
  const warnings = [...choice.warnings];
  const submits = carry(content, choice, options, (warning) => warnings.push(warning));
  const [first] = submits;
  const port = choice.port === undefined || first === undefined ? undefined : findPorts(first.udh)?.destination;
  options.onChoice?.({ ...choice, ...(port !== undefined && { port }), tpDcs: first?.tpDcs ?? choice.tpDcs, warnings });
  return submits;
}

function carry(content: Content, { form, tpDcs }: FormChoice, options: BuildOptions, warn: Warn): Submit[] {
  switch (content.kind) {
    case 'serviceIndication':
    case 'serviceLoading':
    case 'mmsNotification':
      return submitPush(content, tpDcs, options, warn);
    case 'vcard':
    case 'vcalendar':
      return submitObject(content, tpDcs, options, warn);
    case 'text':
      return submitText(content.text, options);
    case 'flash':
      return submitText(content.text, { ...options, flash: true });
    case 'pdu':
      return submitPdu(content, options);
    case 'ringtone':
      return submitRingtone(content, form, options, warn);
    default:
      return submitPicture(content, form, options, warn);
  }
}
