/** The part of split-sms 0.1.7 that tests and benchmarks use; it comes without types. */
declare module 'split-sms' {
  const splitter: {
    split(text: string, options?: { summary?: boolean }): { characterSet: 'GSM' | 'Unicode'; parts: unknown[] };
  };
  export default splitter;
}
