/**
 * What the body of a message is: its parts, each with the content of its headers. Types only.
 *
 * Source: OMA-TS-MMS_ENC-V1_3 section 8; WAP-230-WSP section 8.5.
 * @module
 */
import type { WspParameter } from '../wsp/content-type.js';
import type { MmsOtherHeader } from './header-values.js';

/** Content-Disposition of a part (WAP-230-WSP 8.4.2.21). */
export interface Disposition {
  /** `form-data`, `attachment`, `inline`, or another token. */
  readonly type: string;
  /** Name of the file, a label from the sender, never a path. */
  readonly filename?: string | undefined;
  /** The other parameters, in wire order. */
  readonly parameters?: readonly WspParameter[] | undefined;
}

/** One part of a body. */
export interface Part {
  /**
   * Its name: the parameter `name` of Content-Type, else Content-Location, else the disposition's file name, else Content-ID, else
   * `part-1` and so on. A label from the sender, never a path.
   */
  readonly name: string;
  /** The type without parameters, in the register's spelling; `application/smil` and the like have no code and are texts. */
  readonly contentType: string;
  /** A view of the input when it was decoded, not a copy. */
  readonly data: Uint8Array;
  /** The charset of a text, by name (`utf-8`); `mib-2252` is a number that has no name here. */
  readonly charset?: string | undefined;
  /** Content-ID without its angle brackets. */
  readonly contentId?: string | undefined;
  /** Content-Location: what SMIL calls the part by. */
  readonly contentLocation?: string | undefined;
  /** Content-Disposition. */
  readonly disposition?: Disposition | undefined;
  /**
   * The parameters of Content-Type besides charset, in wire order. Absent: `name` alone, from the property above; `[]`: none.
   */
  readonly parameters?: readonly WspParameter[] | undefined;
  /** Part headers without a model, in wire order; codes are those of WSP. */
  readonly otherHeaders?: readonly MmsOtherHeader[] | undefined;
  /** The parts of a multipart inside this one; the encoder writes these and leaves `data` alone. */
  readonly parts?: readonly Part[] | undefined;
}

/** The body of a PDU. */
export interface MmsBody {
  /**
   * `application/vnd.wap.multipart.related`, `.mixed` or `.alternative`, or the type of the only part. Absent: related when `start` is given
   * or the first part is SMIL, else mixed. A reader always gives it.
   */
  readonly contentType?: string | undefined;
  /** Content-ID of the part to begin with, without its angle brackets. */
  readonly start?: string | undefined;
  /** Content type of that part (parameter `type`). */
  readonly startType?: string | undefined;
  /** Charset of the multipart, which some senders write though it has no meaning; `partText` uses that of the part. */
  readonly charset?: string | undefined;
  /** Other parameters of Content-Type, in wire order. */
  readonly parameters?: readonly WspParameter[] | undefined;
  /** The parts in their order. */
  readonly parts: readonly Part[];
}
