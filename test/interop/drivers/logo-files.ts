/**
 * gammu as a converter of logo files, and gnokii as the sender of one: both work without a phone.
 * @module
 */
import { type Converted, convertFolder, forEach } from './files.js';
import { GAMMU_RC } from './gammu.js';

/** Endings of the files that gammu converts. */
export type LogoFile = 'nol' | 'ngg' | 'nlm' | 'wbmp' | 'bmp' | 'xpm';

/** What gammu takes a bitmap for: that limits its size. */
export type LogoType = 'OPERATOR' | 'CALLER' | 'PICTURE' | 'STARTUP';

/** Lets gammu convert files of one format into others; the ending chooses what it writes, the content what it reads. */
export async function gammuLogos<To extends LogoFile>(
  inputs: readonly Uint8Array[],
  from: LogoFile,
  to: readonly To[],
  type?: LogoType,
): Promise<Record<`out.${To}`, Converted[]>> {
  const command = (ending: To) =>
    `gammu -c gammurc copybitmap "$i.${from}" "$i.out.${ending}"${type === undefined ? '' : ` ${type}`}`;
  return convertFolder({
    inputs,
    from,
    to: to.map((ending) => `out.${ending}` as const),
    script: forEach(inputs.length, to.map(command).join(' && ')),
    files: { gammurc: GAMMU_RC },
  });
}

/** A phone that does not exist: gnokii shows the commands it would send to it. */
const GNOKII_RC = '[global]\nmodel = fake\nport = /dev/null\nconnection = serial\n[logging]\ndebug = on\n';

/** The SMS-SUBMITs in which gnokii would send the logo of a file, hex; without any when it refused. */
export async function gnokiiLogos(
  inputs: readonly Uint8Array[],
  kind: 'op' | 'caller',
  from: 'nol' | 'ngg',
  to: string,
): Promise<{ readonly pdus: readonly string[]; readonly said: string }[]> {
  const command = `timeout 20 gnokii --config gnokiirc --sendlogo ${kind} ${to} "$i.${from}"`;
  const script = forEach(inputs.length, `${command} > "$i.said" 2>&1`);
  const { said } = await convertFolder({ inputs, from, to: ['said'], script, files: { gnokiirc: GNOKII_RC } });
  return said.map((converted) => {
    const text = 'octets' in converted ? Buffer.from(converted.octets).toString('latin1') : converted.error;
    // The command names the length; the line behind it is an empty service centre's address and the TPDU.
    const pdus = [...text.matchAll(/^AT\+CMGS=\d+\s+00([0-9A-F]+)/gm)].map(([, pdu]) => pdu as string);
    return { pdus, said: text };
  });
}
