/**
 * Content-Disposition of a part: whether it is shown or saved, and as what.
 *
 *   length | 80 form-data, 81 attachment, 82 inline, or a text | parameter ...
 *
 * Source: WAP-230-WSP section 8.4.2.21.
 * @module
 */
import type { ByteReader } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import { readParameter, type WspParameter, writeParameter } from '../wsp/content-type.js';
import type { Form } from '../wsp/headers.js';
import { readSized, requireToken, writeSized, writeToken } from '../wsp/values.js';
import type { Disposition } from './body.js';
import { readTextString, textOctets, UTF8 } from './forms.js';

/** Types of a disposition from 80 hex on. */
const DISPOSITIONS = ['form-data', 'attachment', 'inline'];

/** A disposition. */
export const DISPOSITION: Form = {
  write: (writer, { type, filename, parameters = [] }: Disposition, path) => {
    if (typeof type !== 'string') throw new TypeError(`${path}.type is not a string`);
    const code = DISPOSITIONS.indexOf(type.toLowerCase());
    writeSized(writer, (value) => {
      if (code < 0) writeToken(value, type, `${path}.type`, UTF8);
      else value.u8(0x80 + code);
      if (filename !== undefined) {
        const field = `${path}.filename`;
        textOctets(filename, field);
        writeParameter(value, { name: 'filename', value: filename }, UTF8, field);
      }
      parameters.forEach((parameter, index) => {
        writeParameter(value, parameter, UTF8, `${path}.parameters[${index}]`);
      });
    });
  },
  read: (reader, field, reading): Disposition => {
    const value = readSized(reader, field);
    const type = readDispositionType(value, `${field}/type`, reading);
    let filename: string | undefined;
    const parameters: WspParameter[] = [];
    while (value.remaining > 0) {
      const parameter = readParameter(value, UTF8, `${field}/Content-Type`);
      const isName = 'name' in parameter && parameter.name === 'filename' && filename === undefined;
      if (isName && typeof parameter.value === 'string') filename = parameter.value;
      else parameters.push(parameter);
    }
    return { type, ...(filename === undefined ? {} : { filename }), ...(parameters.length === 0 ? {} : { parameters }) };
  },
};

function readDispositionType(value: ByteReader, field: string, reading: Reading): string {
  const { octets, offset: at } = value;
  if (value.remaining > 0 && (octets[at] as number) < 0x80) {
    const text = requireToken(readTextString(value, field, reading), field, at);
    const lower = text.toLowerCase();
    return DISPOSITIONS.includes(lower) ? lower : text;
  }
  const code = value.u8(field);
  const type = DISPOSITIONS[code - 0x80];
  if (type === undefined) throw new DecodeError('bad-value', field, at, `${code} is not a disposition`);
  if (value.trace !== undefined) value.trace.mean(type);
  return type;
}
