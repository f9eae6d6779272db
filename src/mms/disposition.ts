/**
 * Content-Disposition of a part: whether it is shown or saved, and as what.
 *
 *   length | 80 form-data, 81 attachment, 82 inline, or a text | parameter ...
 *
 * Source: WAP-230-WSP section 8.4.2.21.
 * @module
 */
import type { ByteReader } from '../bytes/reader.js';
import type { ByteWriter } from '../bytes/writer.js';
import { DecodeError, EncodeError } from '../errors.js';
import { readParameter, type WspParameter, writeParameter } from '../wsp/content-type.js';
import { TOKEN } from '../wsp/values.js';
import type { Disposition } from './body.js';
import { type Fault, readSized, readTextString, textOctets, UTF8, writeSized, writeTextString } from './values.js';

/** Types of a disposition from 80 hex on. */
const DISPOSITIONS = ['form-data', 'attachment', 'inline'];

/** Writes a disposition behind its code. @throws EncodeError `bad-value` or `unencodable`; TypeError */
export function writeDisposition(writer: ByteWriter, disposition: Disposition, path: string): void {
  const { type, filename, parameters = [] } = disposition;
  if (typeof type !== 'string') throw new TypeError(`${path}.type is not a string`);
  const code = DISPOSITIONS.indexOf(type.toLowerCase());
  if (code < 0 && !TOKEN.test(type)) {
    throw new EncodeError('bad-value', `${path}.type`, undefined, `${JSON.stringify(type)} is not a name of a disposition`);
  }
  writeSized(writer, (value) => {
    if (code < 0) writeTextString(value, type, `${path}.type`);
    else value.u8(0x80 + code);
    if (filename !== undefined) {
      const field = `${path}.filename`;
      textOctets(filename, field);
      writeParameter(value, { name: 'filename', value: filename }, UTF8, field);
    }
    parameters.forEach((parameter, index) => {
      const field = `${path}.parameters[${index}]`;
      writeParameter(value, parameter, UTF8, field);
    });
  });
}

/** Reads a disposition after its code. @throws DecodeError */
export function readDisposition(reader: ByteReader, field: string, fault: Fault): Disposition {
  const value = readSized(reader, field);
  const at = value.offset;
  let type: string | undefined;
  if (value.remaining > 0 && (value.octets[at] as number) < 0x80) {
    type = readTextString(value, `${field}/type`, fault);
    if (!TOKEN.test(type)) {
      throw new DecodeError('bad-value', `${field}/type`, at, `${JSON.stringify(type.slice(0, 40))} is not a name`);
    }
    const lower = type.toLowerCase();
    if (DISPOSITIONS.includes(lower)) type = lower;
  } else {
    const code = value.u8(`${field}/type`);
    type = DISPOSITIONS[code - 0x80];
    if (type === undefined) throw new DecodeError('bad-value', `${field}/type`, at, `${code} is not a disposition`);
    if (value.trace !== undefined) value.trace.mean(type);
  }
  let filename: string | undefined;
  const parameters: WspParameter[] = [];
  while (value.remaining > 0) {
    const parameter = readParameter(value, UTF8, `${field}/Content-Type`);
    if ('name' in parameter && parameter.name === 'filename' && typeof parameter.value === 'string' && filename === undefined) {
      filename = parameter.value;
    } else {
      parameters.push(parameter);
    }
  }
  return { type, ...(filename === undefined ? {} : { filename }), ...(parameters.length === 0 ? {} : { parameters }) };
}
