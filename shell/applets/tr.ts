import { charge } from "#core/work-budget.ts";
import type { Applet } from "../interpreter/applet-call.ts";
import { readOptions } from "./options.ts";

/** `tr`: other characters for some, without some, or without runs of some. */
export const tr: Applet = (call) => {
  const { rest, has, unknown } = readOptions(call.args, "dscC");
  if (unknown !== undefined) return call.misuse(unknown, USAGE);
  if (rest.length === 0) return call.usage(USAGE);
  const [from = [], to = []] = rest.map(characters);
  const isComplement = has("c") || has("C");
  // Of characters that stand there twice, the first place counts.
  const places = new Map(from.map((character, at) => [character, at] as const).reverse());
  const wanted = new Set(to);
  const isFrom = (character: string) => places.has(character) !== isComplement;
  return call.withInput((bytes) => {
    charge(bytes.length * UNITS_PER_CHARACTER);
    let [result, last] = ["", ""];
    for (const character of bytes) {
      let next = character;
      if (isFrom(character)) {
        if (has("d")) continue;
        if (to.length > 0)
          next = isComplement ? (to.at(-1) as string) : (to[Math.min(places.get(character) ?? 0, to.length - 1)] as string);
      }
      const squeezed = has("s") && next === last && (to.length > 0 ? wanted.has(next) : isFrom(next));
      if (squeezed) continue;
      result += next;
      last = next;
    }
    call.out(result);
    return 0;
  });
};

const UNITS_PER_CHARACTER = 2;

const CLASSES: Readonly<Record<string, string>> = {
  "[:upper:]": "A-Z",
  "[:lower:]": "a-z",
  "[:digit:]": "0-9",
  "[:alpha:]": "A-Za-z",
  "[:alnum:]": "A-Za-z0-9",
  "[:space:]": " \t\n\r\f\v",
  "[:blank:]": " \t",
  "[:punct:]": "!-/:-@\\[-`{-~",
};

const characters = (set: string): readonly string[] => {
  const text = set
    .replaceAll(/\[:\w+:\]/g, (name) => CLASSES[name] ?? name)
    .replaceAll(/\\(n|t|r|\\|0|\[)/g, (_whole, letter: string) => ({ n: "\n", t: "\t", r: "\r", "0": "\0" })[letter] ?? letter)
    .replaceAll(/([\s\S])-([\s\S])/g, (whole, from: string, to: string) => {
      const [low, high] = [from.charCodeAt(0), to.charCodeAt(0)];
      return low > high ? whole : Array.from({ length: high - low + 1 }, (_unused, index) => String.fromCharCode(low + index)).join("");
    });
  return [...text];
};

const USAGE = `tr [-cds] STRING1 [STRING2]

Translate, squeeze, or delete characters from stdin, writing to stdout

	-c	Take complement of STRING1
	-d	Delete input characters coded STRING1
	-s	Squeeze multiple output characters of STRING2 into one character
`;
