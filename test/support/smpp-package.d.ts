/** What is used of the package smpp, which has no types of its own. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server } from 'node:net';

  /** A frame. Its fields stand beside these, under the names of the specification. */
  export interface PDU {
    /** `unknown` for an identifier that the package does not know. */
    readonly command: string;
    readonly command_status: number;
    readonly sequence_number: number;
    readonly message_id?: string;
    isResponse(): boolean;
    response(fields?: { readonly command_status?: number; readonly message_id?: string }): PDU;
  }

  /** The part of a socket that a session touches. */
  export interface SessionSocket {
    readonly writable: boolean;
    on(event: string, listener: (...values: never[]) => void): unknown;
    once(event: string, listener: (...values: never[]) => void): unknown;
    read(octets: number): Buffer | null;
    write(octets: Buffer, written: () => void): unknown;
    end(): unknown;
    destroy(): unknown;
  }

  export interface Session extends EventEmitter {
    /** Gives the frame its sequence number. False when the socket takes nothing. */
    send(pdu: PDU): boolean;
    /** Reads no more frames until `resume`. */
    pause(): void;
    resume(): void;
    close(): void;
    destroy(): void;
  }

  export interface Smpp {
    readonly PDU: new (command: string, fields?: Readonly<Record<string, unknown>>) => PDU;
    readonly Session: new (options: { readonly socket: SessionSocket }) => Session;
    /** Numbers of command_status by name. */
    readonly errors: Readonly<Record<string, number>>;
    createServer(listener: (session: Session) => void): Server;
  }

  const smpp: Smpp;
  export default smpp;
}
