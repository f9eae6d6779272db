/**
 * What the body of a message is: its parts, each with the content of its headers. Types only.
 *
 * Source: OMA-TS-MMS_ENC-V1_3 section 8; WAP-230-WSP section 8.5.
 * @module
 */
import type { WspParameter } from '../wsp/content-type.js';
import type { MmsOtherHeader } from './header-values.js';

/** Content-Disposition of a part (WAP-230-WSP section 8.4.2.21). */
export interface Disposition {
  /** Type: `form-data`, `attachment`, `inline`, or another token. */
  readonly type: string;
  /** File name that the sender chose. Do not use it as a path. */
  readonly filename?: string | undefined;
  /** The other parameters, in order. */
  readonly parameters?: readonly WspParameter[] | undefined;
}

/** A part of a body. */
export interface Part {
  /**
   * Name that the sender chose. Do not use it as a path. Reading takes it from the parameter `name` of Content-Type, or else Content-Location, the
   * file name of the disposition, Content-ID, or else `part-1` and so on.
   */
  readonly name: string;
  /** Content type without parameters. */
  readonly contentType: string;
  /** Content. Of a decoded part, a view of the input, not a copy. */
  readonly data: Uint8Array;
  /** Charset of a text by name, such as `utf-8`; `mib-2252` for a MIBenum number without a name in WSP. */
  readonly charset?: string | undefined;
  /** Content-ID without its angle brackets. */
  readonly contentId?: string | undefined;
  /** Content-Location, by which SMIL can refer to the part. */
  readonly contentLocation?: string | undefined;
  /** Content-Disposition. */
  readonly disposition?: Disposition | undefined;
  /**
   * The parameters of Content-Type besides the charset, in order. By default one, `name`, with the value of the member above; `[]` for none.
   */
  readonly parameters?: readonly WspParameter[] | undefined;
  /** All other headers of the part, in order; codes are those of WSP. */
  readonly otherHeaders?: readonly MmsOtherHeader[] | undefined;
  /** The parts of a multipart inside this one; encoding writes them and ignores `data`. */
  readonly parts?: readonly Part[] | undefined;
}

/** The body of a PDU. */
export interface MmsBody {
  /**
   * Content type: `application/vnd.wap.multipart.related`, `.mixed` or `.alternative`, or the type of the only part. By default related if `start` is
   * given or the first part is SMIL, otherwise mixed. Reading always gives it.
   */
  readonly contentType?: string | undefined;
  /** Content-ID of the root part, usually the SMIL, without its angle brackets. */
  readonly start?: string | undefined;
  /** Content type of that part (parameter `type`). */
  readonly startType?: string | undefined;
  /** Charset of the multipart, which some senders write although it has no meaning; `partText` uses that of the part. */
  readonly charset?: string | undefined;
  /** Other parameters of Content-Type, in order. */
  readonly parameters?: readonly WspParameter[] | undefined;
  /** The parts, in order. */
  readonly parts: readonly Part[];
}
