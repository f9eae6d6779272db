/**
 * Requests of the form interface as calls of SubmitMessage.
 *
 *   SendSmsRequest, SendMultimediaRequest  ->  parameters of the form  ->  SubmitMessage
 *
 * The form's writer applies its rules and gives the parameters; each is taken to its place in the call, and one that is left has none.
 * What SOAP writes in another form is listed in soap-request.ts, which reads it. Source: the gateway interface document, section 9.
 * @module
 */

import { toHex } from '../../bytes/hex.js';
import { omitUndefined } from '../../bytes/omit-undefined.js';
import { EncodeError } from '../../errors.js';
import { trim } from '../../xml/characters.js';
import { findParameter } from '../content-fields.js';
import { checkSiItems } from '../indication-fields.js';
import type { SendMultimediaRequest, SendSmsRequest } from '../model.js';
import type { Parameters } from '../parameters.js';
import { parametersOf } from '../request.js';
import type { CallOf, SmartMessage, SoapMessage, SubmitMessageParts } from './types.js';

/**
 * What a request of the form has and a call has not. A service that is the account's own, and one answer for all, are what a
 * call gets.
 */
const SAME_WHEN_ABSENT: Readonly<Record<string, string>> = { DeliveryServiceOption: 'Default', ResponseFormat: '0' };

/**
 * The call of SubmitMessage that makes a request.
 * @throws EncodeError as `formatRequest`; `unencodable` for what SOAP has no place for: address books, copies, cards and
 *   calendars, multimedia messages, files and their options, a text as user data, a delivery service, a form of answer; a
 *   ringtone that is not ASCII, and a URI with white space around it.
 */
export function callOf(request: SendSmsRequest | SendMultimediaRequest): CallOf<'SubmitMessage'> {
  const values = new Map<string, string | Uint8Array>();
  for (const [name, value] of checkedParameters(request)) {
    if (value !== SAME_WHEN_ABSENT[name]) values.set(name, value);
  }
  const take = (name: string): string | undefined => {
    const value = values.get(name) as string | undefined;
    values.delete(name);
    return value;
  };
  const time = take('SendTimeAbsolute');
  const options = omitUndefined({ SendTimeAbsolute: time && `${time}Z`, SendTimeDelay: take('SendTimeDelay') });
  const parts: SubmitMessageParts = {
    ...omitUndefined({ Username: take('Username'), PIN: take('PIN') }),
    Recipient: omitUndefined({
      SendTo: take('SendTo'),
      PhoneMake: take('PhoneMake'),
      PhoneModel: take('PhoneModel'),
      MCC: take('MCC'),
      MNC: take('MNC'),
      SendOptions: Object.keys(options).length === 0 ? undefined : options,
    }),
    ReplyTo: take('ReplyTo') ?? '',
    Message: messageOf(request, take),
    MessageIdentifier: '',
    Reserved: {},
  };
  const [left] = values.keys();
  if (left !== undefined) throw new EncodeError('unencodable', left, undefined, 'has no place in SOAP');
  return { operation: 'SubmitMessage', parts };
}

/** The form's parameters of a request, which its rules were applied to; the items of an SI are not among them. */
function checkedParameters(request: SendSmsRequest | SendMultimediaRequest): Parameters {
  if (request.operation !== 'sendMultimedia' || request.content.kind !== 'serviceIndication') return parametersOf(request);
  const { info, ...si } = request.content.si;
  if (info !== undefined) checkSiItems(info, EncodeError);
  return parametersOf({ ...request, content: { kind: 'serviceIndication', si } });
}

function messageOf(
  request: SendSmsRequest | SendMultimediaRequest,
  take: (name: string) => string | undefined,
): SoapMessage | undefined {
  if (request.operation === 'sendSms') {
    return omitUndefined({ TextMessage: take('Message'), FlashMessage: take('FlashMessage') });
  }
  const { content } = request;
  switch (content.kind) {
    case 'ringtone':
      return { Ringtone: ringtoneOf(content, take('Ringtone') as string) };
    case 'wapPush': {
      const number = take('MMSFileWAP');
      return { WAPPush: { SimplePush: omitUndefined({ LibraryNumber: number, Message: number && take('Message') }) } };
    }
    case 'serviceIndication': {
      const utc = (name: string) => {
        const time = take(name);
        return time && `${time}Z`;
      };
      const href = take('si-href') as string;
      if (trim(href) !== href) {
        throw new EncodeError('unencodable', 'si-href', undefined, 'SOAP does not keep white space around a URI');
      }
      const action = take('si-action');
      const indication = omitUndefined({
        href,
        'si-id': take('si-id'),
        created: utc('si-created'),
        'si-expires': utc('si-expires'),
        action: action === 'delete' ? 'signal-delete' : action,
        content: take('si-content'),
      });
      const info = content.si.info ?? [];
      return { WAPPush: { si: { indication, ...(info.length === 0 ? {} : { info: [{ item: info }] }) } } };
    }
    case 'pdu':
      return {
        SmsSubmitPdu: {
          DataCodingScheme: take('SmsSubmitPduDataCodingScheme'),
          ProtocolIdentifier: take('SmsSubmitPduProtocolIdentifier'),
          UserDataHeader: hexOf(take('SmsSubmitPduUserDataHeader')),
          UserData: hexOf(take('SmsSubmitPduUserData')),
        },
      };
    case 'vcard':
    case 'vcalendar':
    case 'mms':
      throw new EncodeError('unencodable', 'Message', undefined, `SOAP has no ${content.kind}`);
    default: {
      // Pictures, whose elements have the names of the form's parameters.
      const name = findParameter(content.kind);
      return { [name]: smartOf(content, take(name)) };
    }
  }
}

function smartOf(
  { libraryNumber }: { readonly libraryNumber?: number | undefined },
  value: string | Uint8Array | undefined,
): SmartMessage {
  if (libraryNumber !== undefined) return { LibraryNumber: String(libraryNumber) };
  return { Data: hexOf(value), Format: 'OTA' };
}

function ringtoneOf({ libraryNumber }: { readonly libraryNumber?: number | undefined }, text: string): SmartMessage {
  if (libraryNumber !== undefined) return { LibraryNumber: String(libraryNumber) };
  const foreign = text.search(/[^\t\n\r -~]/);
  if (foreign >= 0) throw new EncodeError('unencodable', 'Ringtone', foreign, 'SOAP takes tunes of printable ASCII');
  return { Data: toHex(new TextEncoder().encode(text)), Format: 'RTTTL' };
}

/** The form's writer keeps octets as octets where they become hex. */
function hexOf(value: string | Uint8Array | undefined): string {
  return typeof value === 'string' ? value : toHex(value ?? new Uint8Array());
}
