/** One container's output stream in the log store. */
export interface LogStream {
  readonly labels: Readonly<Record<string, string>>;
  /** Lines in (fromMs, toMs], oldest first. */
  readonly lines: (fromMs: number, toMs: number) => readonly { readonly atMs: number; readonly text: string }[];
}
