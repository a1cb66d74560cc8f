/** Arguments sorted into flags and the rest. */
export interface Options {
  has(flag: string): boolean;
  /** The last value of an option that takes one. */
  value(flag: string): string | undefined;
  values(flag: string): readonly string[];
  readonly rest: readonly string[];
  /** The first option that is not known. */
  readonly unknown: string | undefined;
  /** The option at the end that should have a value. */
  readonly lacking: string | undefined;
}

/**
 * Reads options as getopt does, anywhere among the arguments.
 * @param known letters; those that take a value are followed by a colon. Long names may stand after a blank: `n:i lines=n`
 */
export const readOptions = (args: readonly string[], known: string): Options => {
  const [letters = "", ...longNames] = known.split(" ");
  const found = new Map<string, string[]>();
  const rest: string[] = [];
  let unknown: string | undefined;
  let lacking: string | undefined;
  const note = (flag: string, value = "") => found.set(flag, [...(found.get(flag) ?? []), value]);
  let at = 0;
  const following = (flag: string): string => {
    at += 1;
    if (at >= args.length) lacking = flag;
    return args[at] ?? "";
  };
  for (; at < args.length; at++) {
    const arg = args[at] as string;
    if (arg === "--") {
      rest.push(...args.slice(at + 1));
      break;
    }
    if (arg.startsWith("--")) {
      const [name = "", value] = splitOnce(arg.slice(2));
      const flag = longNames.map(splitOnce).find(([long]) => long === name)?.[1];
      if (flag === undefined) unknown ??= arg;
      else note(flag, takesValue(letters, flag) ? (value ?? following(flag)) : "");
    } else if (!/^-./.test(arg)) rest.push(arg);
    else {
      for (let i = 1; i < arg.length; i++) {
        const flag = arg[i] as string;
        if (!letters.includes(flag) || flag === ":") {
          unknown ??= flag;
          continue;
        }
        if (!takesValue(letters, flag)) note(flag);
        else {
          note(flag, i + 1 < arg.length ? arg.slice(i + 1) : following(flag));
          break;
        }
      }
    }
  }
  return {
    has: (flag) => found.has(flag),
    value: (flag) => found.get(flag)?.at(-1),
    values: (flag) => found.get(flag) ?? [],
    rest,
    unknown,
    lacking,
  };
};

const takesValue = (letters: string, flag: string): boolean => letters[letters.indexOf(flag) + 1] === ":";

const splitOnce = (text: string): readonly [string, string?] => {
  const equals = text.indexOf("=");
  return equals < 0 ? [text] : [text.slice(0, equals), text.slice(equals + 1)];
};
