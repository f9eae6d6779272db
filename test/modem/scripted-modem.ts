/**
 * A modem for tests: answers as several makes do, and fails by script.
 *
 * What differs between makes is taken from their AT manuals: Huawei ME909 and E173, SIMCom SIM800, Quectel EC2x, u-blox
 * SARA, and a phone of 2000 that knows little. It has storages, counts references, and shows or stores what arrives as
 * AT+CNMI says.
 */
import { fromHex, toHex } from '../../src/bytes/index.js';
import { decodeLatin1, encodeLatin1 } from '../../src/bytes/latin1.js';

/** How a make differs. */
interface Make {
  readonly manufacturer: string;
  readonly model: string;
  /** What it says when it is switched on. */
  readonly greeting: readonly string[];
  readonly memories: readonly string[];
  readonly places: number;
  /** Answer to AT+CNMI=?; undefined where it is not known. */
  readonly indications: string | undefined;
  readonly hasPhase2Plus: boolean;
  readonly keepsLink: boolean;
  /** In place of ERROR for a command that is not known. */
  readonly unknown: string;
  /** Whether errors have numbers after AT+CMEE=1. */
  readonly hasNumbers: boolean;
  /** The name's value of stored messages: quotation marks, or nothing. */
  readonly emptyName: string;
  readonly prompt: string;
  readonly packsUssd: boolean;
}

const PLAIN: Make = {
  manufacturer: 'generic',
  model: 'modem',
  greeting: [],
  memories: ['SM', 'ME'],
  places: 20,
  indications: '(0-2),(0-3),(0,2),(0-2),(0,1)',
  hasPhase2Plus: true,
  keepsLink: true,
  unknown: 'ERROR',
  hasNumbers: true,
  emptyName: '',
  prompt: '> ',
  packsUssd: false,
};

export const MAKES = {
  generic: PLAIN,
  huawei: {
    ...PLAIN,
    manufacturer: 'huawei',
    model: 'E173',
    greeting: ['^BOOT:27710117,0,0,0,20', '^RSSI:14', '^SRVST:2'],
    unknown: 'COMMAND NOT SUPPORT',
    indications: '(0,1,2),(0,1,2,3),(0,2),(0,1,2),(0,1)',
    packsUssd: true,
  },
  simcom: {
    ...PLAIN,
    manufacturer: 'SIMCOM_Ltd',
    model: 'SIMCOM_SIM800L',
    greeting: ['RDY', '+CFUN: 1', '+CPIN: READY', 'Call Ready', 'SMS Ready'],
    memories: ['SM', 'ME', 'SM_P', 'ME_P', 'MT'],
    indications: '(0-2),(0-3),(0,2),(0,1),(0,1)',
    emptyName: '""',
    places: 15,
  },
  quectel: {
    ...PLAIN,
    manufacturer: 'Quectel',
    model: 'EC25',
    greeting: ['RDY', '+QIND: SMS DONE', '+QIND: PB DONE'],
    memories: ['SM', 'ME', 'MT', 'SR'],
    places: 23,
  },
  ublox: {
    ...PLAIN,
    manufacturer: 'u-blox',
    model: 'SARA-U201',
    memories: ['ME', 'SM', 'MT'],
    indications: '(0-2),(0-3),(0,2),(0-2),(0-1)',
    emptyName: '""',
    places: 350,
  },
  old: {
    ...PLAIN,
    manufacturer: 'Nokia Mobile Phones',
    model: 'Nokia 6210',
    memories: ['SM'],
    indications: undefined,
    hasPhase2Plus: false,
    keepsLink: false,
    hasNumbers: false,
    prompt: '>',
    places: 10,
  },
} satisfies Record<string, Make>;

/** A fault, or anything else that a command is answered with. */
export interface Fault {
  /** Commands that it is for. */
  readonly on: RegExp;
  /** How often it happens; always when left out. */
  times?: number;
  /** Lines that come of their own accord before the answer. */
  readonly first?: readonly string[];
  /** Lines in place of the answer; none for silence. */
  readonly instead?: readonly string[];
  /** The command works, and its answer comes so late. */
  readonly lateMs?: number;
  /** The prompt gets lost on its way. */
  readonly losesPrompt?: boolean;
  /** Called when it happens, after lines in place of the answer. */
  readonly onAnswered?: () => void;
  /** Edits the answer, line by line. */
  readonly edit?: (line: string) => string;
}

interface StoredPdu {
  state: number;
  readonly pdu: string;
}

export interface ScriptedOptions {
  readonly make?: keyof typeof MAKES;
  /** PIN that the SIM asks for. */
  readonly pin?: string;
  readonly faults?: Fault[];
  readonly places?: number;
  /** Where octets go. */
  readonly onOutput: (octets: Uint8Array) => void;
  /** Timers, for answers that come late. */
  readonly after?: (ms: number, callback: () => void) => void;
  /** What a service answers. */
  readonly onService?: (text: string) => string | undefined;
}

/** See the module. */
export class ScriptedModem {
  readonly make: Make;
  readonly #options: ScriptedOptions;
  readonly faults: Fault[];
  readonly #storages = new Map<string, Map<number, StoredPdu>>();
  readonly #places: number;
  /** Storages of reading, writing and of what comes. */
  #memories: string[];
  #buffer = '';
  #isEcho = true;
  #areNumbers = false;
  #indications = [0, 0, 0, 0, 0];
  #service = 0;
  #isLocked: boolean;
  #reference = 0;
  /** The command that waits for a PDU, with the length that it said. */
  #awaited: { readonly command: string; readonly length: number } | undefined;
  #isPduMode = false;
  /** What was sent: octets of the TPDUs, without the service centre's address. */
  readonly sent: Uint8Array[] = [];
  /** Every command line that came. */
  readonly commands: string[] = [];
  /** Acknowledgements that came: AT+CNMA and its kin. */
  readonly acknowledged: string[] = [];
  /** What is shown and not yet acknowledged. */
  unacknowledged = 0;

  constructor(options: ScriptedOptions) {
    this.#options = options;
    this.make = MAKES[options.make ?? 'generic'];
    this.faults = options.faults ?? [];
    this.#places = options.places ?? this.make.places;
    this.#isLocked = options.pin !== undefined;
    const first = this.make.memories[0] as string;
    this.#memories = [first, first, first];
    for (const memory of this.make.memories) this.#storages.set(memory, new Map());
  }

  /** Says what it says when it is switched on. */
  greet(): void {
    for (const line of this.make.greeting) this.say(line);
  }

  /** Is switched off and on: it forgets what it was told, and says what it says when it starts. */
  restart(): void {
    this.#isEcho = true;
    this.#areNumbers = false;
    this.#isPduMode = false;
    this.#service = 0;
    this.#indications = [0, 0, 0, 0, 0];
    this.#isLocked = this.#options.pin !== undefined;
    this.greet();
  }

  /** The network waits no longer for acknowledgements: then a modem shows nothing any more (TS 27.005 section 3.4.4). */
  stopWaiting(): void {
    this.unacknowledged = 0;
    const [mode = 0, , page = 0, , buffer = 0] = this.#indications;
    this.#indications = [mode, 0, page, 0, buffer];
  }

  /** Says a line of its own accord. */
  say(...lines: readonly string[]): void {
    this.#write(lines.map((line) => `\r\n${line}\r\n`).join(''));
  }

  /** What is stored, by place. */
  stored(memory = this.#memories[0] as string): ReadonlyMap<number, StoredPdu> {
    return this.#storages.get(memory) as Map<number, StoredPdu>;
  }

  /** Stores a PDU, without a word. */
  store(tpdu: Uint8Array, state = 0, memory = this.#memories[2] as string): number | undefined {
    const storage = this.#storages.get(memory) as Map<number, StoredPdu>;
    for (let index = 1; index <= this.#places; index++) {
      if (storage.has(index)) continue;
      storage.set(index, { state, pdu: this.#shown(tpdu) });
      return index;
    }
    return undefined;
  }

  /** A message or a report arrives from the network; says whether there was room for it. */
  arrive(tpdu: Uint8Array): boolean {
    const isReport = ((tpdu[0] as number) & 3) === 2;
    const [mode = 0, message = 0, , report = 0] = this.#indications;
    const how = isReport ? report : message;
    const isShown = isReport ? how === 1 : how === 2 || how === 3;
    if (mode > 0 && isShown) {
      this.say(`${isReport ? '+CDS: ' : '+CMT: ,'}${tpdu.length}\r\n${this.#shown(tpdu)}`);
      if (this.#service === 1) this.unacknowledged++;
      return true;
    }
    if (isReport && how === 0) return true;
    const memory = this.#memories[2] as string;
    const index = this.store(tpdu);
    if (index === undefined) return false;
    if (mode > 0 && how > 0) this.say(`${isReport ? '+CDSI' : '+CMTI'}: "${memory}",${index}`);
    return true;
  }

  /** With the service centre's address in front. */
  #shown(tpdu: Uint8Array): string {
    return `0791447758100650${toHex(tpdu)}`;
  }

  /** Takes octets of the program. */
  receive(octets: Uint8Array): void {
    for (const character of decodeLatin1(octets)) this.#takeCharacter(character);
  }

  #takeCharacter(character: string): void {
    if (this.#awaited !== undefined) {
      if (character === '\x1b') {
        this.#awaited = undefined;
        this.#buffer = '';
        this.#answer(['OK']);
      } else if (character === '\x1a') {
        const { command, length } = this.#awaited;
        const hex = this.#buffer.trim();
        this.#awaited = undefined;
        this.#buffer = '';
        this.#takePdu(command, length, hex);
      } else {
        this.#buffer += character;
        if (this.#isEcho) this.#write(character);
      }
      return;
    }
    if (character === '\x1b' || character === '\n') return;
    if (this.#isEcho) this.#write(character);
    if (character !== '\r') {
      this.#buffer += character;
      return;
    }
    const command = this.#buffer;
    this.#buffer = '';
    if (command !== '') this.#run(command);
  }

  #run(command: string): void {
    this.commands.push(command);
    const fault = this.#faultOf(command);
    if (fault?.first !== undefined) this.say(...fault.first);
    if (fault?.instead !== undefined) {
      this.#answer(fault.instead);
      fault.onAnswered?.();
      return;
    }
    const lines = this.#lines(command, fault);
    if (lines === undefined) return;
    const answer = () => this.#answer(fault?.edit === undefined ? lines : lines.map(fault.edit));
    if (fault?.lateMs === undefined) answer();
    else this.#options.after?.(fault.lateMs, answer);
  }

  #faultOf(command: string): Fault | undefined {
    const fault = this.faults.find(({ on, times = 1 }) => on.test(command) && times > 0);
    if (fault?.times !== undefined) fault.times--;
    return fault;
  }

  #takePdu(command: string, length: number, hex: string): void {
    const fault = this.#faultOf('PDU');
    if (fault?.first !== undefined) this.say(...fault.first);
    if (fault?.instead !== undefined) {
      this.#answer(fault.instead);
      fault.onAnswered?.();
      return;
    }
    let octets: Uint8Array;
    try {
      octets = fromHex(hex);
    } catch {
      this.#answer([this.#error('CMS', 304)]);
      return;
    }
    const tpdu = octets.subarray(1 + (octets[0] ?? 0));
    if (tpdu.length !== length) {
      this.#answer([this.#error('CMS', 304)]);
      return;
    }
    let lines: string[];
    if (command.startsWith('AT+CMGW')) {
      const memory = this.#memories[1] as string;
      const index = this.store(tpdu, 2, memory);
      lines = index === undefined ? [this.#error('CMS', 322)] : [`+CMGW: ${index}`, 'OK'];
    } else {
      this.sent.push(tpdu);
      this.#reference = (this.#reference + 1) & 0xff;
      lines = [`+CMGS: ${this.#reference}`, 'OK'];
    }
    const answer = () => this.#answer(fault?.edit === undefined ? lines : lines.map(fault.edit));
    if (fault?.lateMs === undefined) answer();
    else this.#options.after?.(fault.lateMs, answer);
  }

  /** The reference that the next part will have is one more. */
  set reference(value: number) {
    this.#reference = value;
  }

  #answer(lines: readonly string[]): void {
    this.#write(lines.map((line) => `\r\n${line}\r\n`).join(''));
  }

  #error(kind: 'CMS' | 'CME', number: number): string {
    return this.#areNumbers && this.make.hasNumbers ? `+${kind} ERROR: ${number}` : 'ERROR';
  }

  /** The lines of an answer; undefined for a prompt, which was written. */
  #lines(command: string, fault: Fault | undefined): string[] | undefined {
    const upper = command.toUpperCase();
    const [, name = '', sign = '', text = ''] = /^AT(\+?[A-Z^]+)(=\?|\?|=)?(.*)$/s.exec(upper) ?? [];
    const values = text.split(',').map((value) => value.replace(/"/g, '').trim());
    const numbers = values.map(Number);
    if (upper === 'AT') return ['OK'];
    const echo = /^ATE([01])?(?:V1)?$/.exec(upper);
    if (echo !== null) {
      this.#isEcho = echo[1] !== '0';
      return ['OK'];
    }
    if (/^ATI\d?$/.test(upper)) return [this.make.manufacturer, this.make.model, 'OK'];
    const needsSim = /^\+(?:CMG[LRSWD]|CPMS|CSCA|CNMI)$/.test(name);
    if (this.#isLocked && needsSim && sign !== '=?') return [this.#error('CMS', 311)];
    switch (name) {
      case '+CGMI':
        return [this.make.manufacturer, 'OK'];
      case '+CGMM':
        return [this.make.model, 'OK'];
      case '+CGMR':
        return ['1.0', 'OK'];
      case '+CGSN':
        return ['490154203237518', 'OK'];
      case '+CIMI':
        return ['234150999999999', 'OK'];
      case '+CMEE':
        if (sign === '=') this.#areNumbers = numbers[0] !== 0;
        return ['OK'];
      case '+CPIN':
        return this.#pin(sign, values);
      case '+CMGF':
        if (sign === '=?') return ['+CMGF: (0,1)', 'OK'];
        if (sign === '?') return [`+CMGF: ${this.#isPduMode ? 0 : 1}`, 'OK'];
        this.#isPduMode = numbers[0] === 0;
        return ['OK'];
      case '+CSMS':
        if (!this.make.hasPhase2Plus && sign === '=' && numbers[0] === 1) return [this.#error('CMS', 303)];
        if (sign === '=?') return [this.make.hasPhase2Plus ? '+CSMS: (0,1)' : '+CSMS: (0)', 'OK'];
        if (sign === '=') this.#service = numbers[0] as number;
        return sign === '?' ? [`+CSMS: ${this.#service},1,1,1`, 'OK'] : ['+CSMS: 1,1,1', 'OK'];
      case '+CPMS':
        return this.#storage(sign, values);
      case '+CNMI': {
        if (this.make.indications === undefined) return [this.make.unknown];
        if (sign === '=?') return [`+CNMI: ${this.make.indications}`, 'OK'];
        if (sign === '?') return [`+CNMI: ${this.#indications.join(',')}`, 'OK'];
        this.#indications = [...numbers, ...this.#indications.slice(numbers.length)];
        return ['OK'];
      }
      case '+CSCA':
        return sign === '?' ? ['+CSCA: "+447785016005",145', 'OK'] : ['OK'];
      case '+CSCS':
        return sign === '=?' ? ['+CSCS: ("GSM","UCS2","IRA")', 'OK'] : sign === '?' ? ['+CSCS: "GSM"', 'OK'] : ['OK'];
      case '+CMMS':
        return [this.make.keepsLink ? 'OK' : this.make.unknown];
      case '+CNMA':
        this.acknowledged.push(command);
        if (this.unacknowledged === 0) return [this.#error('CMS', 340)];
        this.unacknowledged--;
        return ['OK'];
      case '+CMGL': {
        // In text mode it takes words.
        if (!this.#isPduMode && sign === '=') return [this.#error('CMS', 305)];
        const wanted = sign === '=' ? numbers[0] : 0;
        const places = [...this.stored()].filter(([, { state }]) => wanted === 4 || state === wanted);
        return [...places.flatMap(([index, one]) => this.#list(`+CMGL: ${index},`, one)), 'OK'];
      }
      case '+CMGR': {
        const one = this.stored().get(numbers[0] as number);
        if (one === undefined) return this.make.hasNumbers ? [this.#error('CMS', 321)] : ['OK'];
        return [...this.#list('+CMGR: ', one), 'OK'];
      }
      case '+CMGD':
        if (sign === '=?') return [`+CMGD: (1-${this.#places}),(0-4)`, 'OK'];
        (this.stored() as Map<number, StoredPdu>).delete(numbers[0] as number);
        return ['OK'];
      case '+CMGS':
      case '+CMGW': {
        if (sign === '=?') return ['OK'];
        if (!this.#isPduMode) return [this.#error('CMS', 305)];
        this.#awaited = { command: upper, length: numbers[0] as number };
        if (fault?.losesPrompt !== true) this.#write(`\r\n${this.make.prompt}`);
        return undefined;
      }
      // What is said of its own accord, and on which port.
      case '^CURC':
      case '^PORTSEL':
        return [this.make.manufacturer === 'huawei' ? 'OK' : this.make.unknown];
      case '+CFUN':
        return [...(sign === '?' ? ['+CFUN: 1'] : []), 'OK'];
      case '+CSQ':
        return ['+CSQ: 17,0', 'OK'];
      case '+CREG':
      case '+CGREG':
        return sign === '?' ? [`${name}: 0,1`, 'OK'] : ['OK'];
      case '+COPS':
        return sign === '?' ? ['+COPS: 0,0,"Test Network",7', 'OK'] : ['OK'];
      case '+CUSD':
        return this.#ussd(command);
      default:
        return [this.make.unknown];
    }
  }

  #pin(sign: string, values: readonly string[]): string[] {
    if (sign === '?') return [`+CPIN: ${this.#isLocked ? 'SIM PIN' : 'READY'}`, 'OK'];
    if (values[0] !== this.#options.pin) return [this.#error('CME', 16)];
    this.#isLocked = false;
    return ['OK'];
  }

  #storage(sign: string, values: readonly string[]): string[] {
    const { memories } = this.make;
    if (sign === '=?')
      return [
        `+CPMS: ${Array(3)
          .fill(`(${memories.map((memory) => `"${memory}"`).join(',')})`)
          .join(',')}`,
        'OK',
      ];
    if (sign === '=') {
      if (values.some((value) => !memories.includes(value))) return [this.#error('CMS', 302)];
      this.#memories = [...values, ...this.#memories.slice(values.length)];
    }
    const counts = this.#memories.map((memory) => [memory, `${this.stored(memory).size},${this.#places}`] as const);
    if (sign === '=') return [`+CPMS: ${counts.map(([, count]) => count).join(',')}`, 'OK'];
    return [`+CPMS: ${counts.map(([memory, count]) => `"${memory}",${count}`).join(',')}`, 'OK'];
  }

  #list(before: string, one: StoredPdu): string[] {
    const length = one.pdu.length / 2 - 8;
    const line = `${before}${one.state},${this.make.emptyName},${length}\r\n${one.pdu}`;
    if (one.state === 0) one.state = 1;
    return [line];
  }

  #ussd(command: string): string[] {
    const [, text = ''] = /^AT\+CUSD=1,"([^"]*)"/i.exec(command) ?? [];
    if (/^AT\+CUSD=2/i.test(command)) return ['OK'];
    if (this.make.packsUssd && !/^(?:[0-9A-F]{2})+$/.test(text)) return [this.make.unknown];
    const answer = this.#options.onService?.(text);
    if (answer !== undefined) queueMicrotask(() => this.say(`+CUSD: ${answer}`));
    return ['OK'];
  }

  #write(text: string): void {
    this.#options.onOutput(encodeLatin1(text, 'text'));
  }
}
