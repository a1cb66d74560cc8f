/** Values by option, each as often as it was given. */
export type Options = Readonly<Record<string, readonly string[]>>;

/** `--name value` and `--name`, as the tools read them. */
export const readOptions = (args: readonly string[]): Options => {
  const found: Record<string, string[]> = {};
  for (let at = 0; at < args.length; at++) {
    const [name = "", inline] = (args[at] as string).split(/=(.*)/s);
    const next = args[at + 1];
    const value = inline ?? (next !== undefined && !next.startsWith("--") ? (args[++at] as string) : "");
    found[name] = [...(found[name] ?? []), value];
  }
  return found;
};

/** The first value of an option. */
export const firstValue = (options: Options, name: string): string | undefined => options[name]?.[0];
