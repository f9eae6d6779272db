/** Peers that ship no types: only what the adapters in peers.ts call. */
declare module 'node-sms-pdu' {
  interface Parsed {
    error?: Error;
    type: string;
    reference?: number;
    destination?: string;
    origination?: string;
    timestamp?: string;
    text: string;
    details: { pid: number };
  }
  const smsPdu: {
    generateSubmit(number: string, text: string, options?: { encoding?: 'gsm' | 'ucs2' }): { buffer: Buffer; hex: string }[];
    parse(pdu: string | Buffer): Parsed;
  };
  export default smsPdu;
}
declare module 'pdu' {
  const pdu: {
    generate(message: { text: string; receiver: string; encoding: '7bit' | '16bit' }): string[];
    parse(pdu: string): { sender: string; text: string; time: Date };
  };
  export default pdu;
}
declare module 'gsm7' {
  const gsm7: { encode(text: string): Buffer; decode(octets: Uint8Array): string };
  export default gsm7;
}
declare module '@trt2/gsm-charset-utils' {
  const utils: { getCharCount(text: string): { msgCount: number; encoding: 'GSM' | 'UCS2' } };
  export default utils;
}
declare module 'rtttl-parse' {
  const rtttl: {
    parse(text: string): { name: string; melody: { note: string; duration: number; frequency: number }[] };
  };
  export default rtttl;
}
