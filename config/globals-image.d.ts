/** The same, as far as the image module takes it. Programs with the types of Node or of a browser have their own. */
interface AbortSignal {
  readonly aborted: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: as the platform has it
  readonly reason: any;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
interface URL {
  readonly pathname: string;
}
interface ImportMeta {
  url: string;
}
