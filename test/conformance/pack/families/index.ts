/**
 * All families.
 * @module
 */
import type { Converted } from '../shape.js';
import { broadcastFamily } from './broadcast.js';
import { cardsFamily } from './cards.js';
import { documentsFamily } from './documents.js';
import { convertFamily } from './family.js';
import { gsm7Family } from './gsm7.js';
import { mmsFamily } from './mms.js';
import { papFamily } from './pap.js';
import { picturesFamily } from './pictures.js';
import { settingsFamily } from './settings.js';
import { simFamily } from './sim.js';
import { simToolkitFamily } from './sim-toolkit.js';
import { smilFamily } from './smil.js';
import { smppFamily } from './smpp.js';
import { smsDeliverFamily } from './sms-deliver.js';
import { smsElementsFamily } from './sms-elements.js';
import { smsPartsFamily } from './sms-parts.js';
import { smsRelayFamily } from './sms-relay.js';
import { smsReportsFamily } from './sms-reports.js';
import { smsSubmitFamily } from './sms-submit.js';
import { tunesFamily } from './tunes.js';
import { ussdFamily } from './ussd.js';
import { wbxmlFamily } from './wbxml.js';
import { wspFamily } from './wsp.js';

/** Every family, turned into cases. */
export function convertFamilies(): Converted[] {
  return [
    convertFamily('broadcast', broadcastFamily()),
    convertFamily('cards', cardsFamily()),
    convertFamily('documents', documentsFamily()),
    convertFamily('gsm7', gsm7Family()),
    convertFamily('mms', mmsFamily()),
    convertFamily('pap', papFamily()),
    convertFamily('pictures', picturesFamily()),
    convertFamily('settings', settingsFamily()),
    convertFamily('sim', simFamily()),
    convertFamily('sim-toolkit', simToolkitFamily()),
    convertFamily('smil', smilFamily()),
    convertFamily('smpp', smppFamily()),
    convertFamily('sms-deliver', smsDeliverFamily()),
    convertFamily('sms-elements', smsElementsFamily()),
    convertFamily('sms-parts', smsPartsFamily()),
    convertFamily('sms-relay', smsRelayFamily()),
    convertFamily('sms-reports', smsReportsFamily()),
    convertFamily('sms-submit', smsSubmitFamily()),
    convertFamily('tunes', tunesFamily()),
    convertFamily('ussd', ussdFamily()),
    convertFamily('wbxml', wbxmlFamily()),
    convertFamily('wsp', wspFamily()),
  ];
}
