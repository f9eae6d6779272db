/**
 * The payloads of user data: by the port in its header, or an element that announces a packet.
 * @module
 */
import { IEI_ALCATEL, readAlcatelElement } from '../../bitmap/alcatel.js';
import { ByteReader } from '../../bytes/index.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { PORTS } from '../../message/index.js';
import { PUSH_PORTS } from '../../push/binary.js';
import { describePacket, readCommandPacket, readResponsePacket } from '../../sim/secured-packet.js';
import { findPorts, type InformationElement } from '../../sms/index.js';
import { readSeo, type SeoPart } from '../../sms/seo.js';
import { vobjectKindOfPort } from '../../vobject/index.js';
import { CARDS } from './cards.js';
import { type Decoding, octetPayload } from './octets.js';
import { ALCATEL_PICTURE, GROUP_GRAPHIC, PICTURES } from './pictures.js';
import { PUSHES, SECURE_PUSH } from './pushes.js';
import type { Payload } from './row.js';
import { TUNES } from './tunes.js';

/** How a block of a Siemens object is read. */
export const SEO_DECODING: Decoding<SeoPart> = { root: 'SEO', read: (reader, options) => readSeo(reader, options) };

/** A block of a Siemens object, which begins with a mark: no port announces it. */
export const SEO: Payload = /* @__PURE__ */ octetPayload(SEO_DECODING);

/** Packets to a SIM and from it, by the element that announces them. */
const PACKETS: Readonly<Record<number, Payload>> = /* @__PURE__ */ packets();

function packets(): typeof PACKETS {
  return {
    112: octetPayload({
      root: 'command packet',
      read: (reader, options) => readCommandPacket(reader, options),
      describe: (packet) => describePacket(packet),
      isMessage: true,
    }),
    113: octetPayload({
      root: 'response packet',
      read: (reader, options) => readResponsePacket(reader, options),
      describe: (packet) => describePacket(packet),
      isMessage: true,
    }),
  };
}

/** What reads the packet that an element announces; undefined for every other element. */
export function packetOf(element: InformationElement): Payload | undefined {
  return element.kind === 'raw' ? PACKETS[element.iei] : undefined;
}

/** What reads the data after a header, or joined from several parts; undefined when nothing here does. */
export function findPayload(udh: readonly InformationElement[]): Payload | undefined {
  for (const element of udh) {
    const packet = packetOf(element);
    if (packet !== undefined) return packet;
  }
  const port = findPorts(udh)?.destination;
  return port === undefined && udh.some(isAlcatel) ? ALCATEL_PICTURE : payloadOfPort(port);
}

/** The element that announces a picture to Alcatel handsets, from a range that senders agree on among themselves. */
export function isAlcatel(element: InformationElement): boolean {
  if (element.kind !== 'raw' || element.iei !== IEI_ALCATEL) return false;
  return tryDecode(() => readAlcatelElement(new ByteReader(element.data))) !== undefined;
}

/** The port of WAP settings in handsets of Nokia and Ericsson (Over The Air Settings Specification 7.0; Kannel sends them there). */
const OTA_SETTINGS_PORT = 49999;

/** What the application of a port reads. */
export function payloadOfPort(port: number | undefined): Payload | undefined {
  switch (port) {
    case undefined:
      return undefined;
    case PORTS.ringtone:
      return TUNES['nokia-ringtone'];
    case PORTS.operatorLogo:
      return PICTURES['operator-logo'];
    case PORTS.groupGraphic:
      return GROUP_GRAPHIC;
    case PORTS.pictureMessage:
      return PICTURES['picture-message'];
    case PUSH_PORTS.Push:
    // The port of a push's sender, and of connectionless WSP at large.
    case PUSH_PORTS.Source:
    // Settings of Nokia and Ericsson come as pushes, too.
    case OTA_SETTINGS_PORT:
      return PUSHES['wsp-push'];
    case PUSH_PORTS.SecurePush:
      return SECURE_PUSH;
    default: {
      const kind = vobjectKindOfPort(port);
      return kind && CARDS[kind];
    }
  }
}
