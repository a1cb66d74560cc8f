import { goQuote } from "#core/go-quote.ts";

/**
 * Syntax error of a text that is no JSON, in the words of Go's decoder; undefined when it is JSON. Only called for texts that the
 * platform's own parser refused, so it may be slow.
 */
export const goJsonError = (text: string): string => {
  const scan: Scan = { text, at: 0 };
  const problem = skipValue(scan) ?? skipBlank(scan);
  if (problem !== undefined) return problem;
  return scan.at < text.length ? unexpected(scan, "after top-level value") : "unexpected end of JSON input";
};

interface Scan {
  readonly text: string;
  at: number;
}

const END = "unexpected end of JSON input";

const skipBlank = (scan: Scan): undefined => {
  while (scan.at < scan.text.length && " \t\r\n".includes(scan.text[scan.at] as string)) scan.at++;
  return undefined;
};

const unexpected = ({ text, at }: Scan, where: string): string => {
  const character = text[at];
  if (character === undefined) return END;
  return `invalid character ${quoted(firstByte(character))} ${where}`;
};

/** First byte of a character in UTF-8, which Go shows as a character. */
const firstByte = (character: string): string => {
  const code = character.charCodeAt(0);
  if (code < 0x100) return character;
  return String.fromCharCode(
    code < 0x800 ? 0xc0 | (code >> 6) : code >= 0xd800 && code < 0xdc00 ? 0xf0 | (((code + 0x40) >> 8) & 7) : 0xe0 | (code >> 12),
  );
};

const quoted = (character: string): string => {
  if (character === "'") return `'\\''`;
  if (character === '"') return `'"'`;
  return `'${goQuote(character).slice(1, -1)}'`;
};

const skipValue = (scan: Scan): string | undefined => {
  skipBlank(scan);
  const character = scan.text[scan.at];
  if (character === undefined) return END;
  if (character === "{") return skipMembers(scan, "}", skipMember, "after object key:value pair");
  if (character === "[") return skipMembers(scan, "]", skipValue, "after array element");
  if (character === '"') return skipString(scan);
  if (character === "-" || (character >= "0" && character <= "9")) return skipNumber(scan);
  const literal = LITERALS[character];
  return literal === undefined ? unexpected(scan, "looking for beginning of value") : skipLiteral(scan, literal);
};

const LITERALS: Readonly<Record<string, string>> = { t: "true", f: "false", n: "null" };

const skipLiteral = (scan: Scan, literal: string): string | undefined => {
  for (const [index, expected] of [...literal].entries()) {
    if (scan.text[scan.at] !== expected) return unexpected(scan, `in literal ${literal} (expecting '${literal[index]}')`);
    scan.at++;
  }
  return undefined;
};

const skipMembers = (scan: Scan, close: string, skipOne: (scan: Scan) => string | undefined, after: string): string | undefined => {
  scan.at++;
  skipBlank(scan);
  if (scan.text[scan.at] === close) {
    scan.at++;
    return undefined;
  }
  for (;;) {
    const problem = skipOne(scan);
    if (problem !== undefined) return problem;
    skipBlank(scan);
    const next = scan.text[scan.at];
    if (next !== close && next !== ",") return unexpected(scan, after);
    scan.at++;
    if (next === close) return undefined;
  }
};

const skipMember = (scan: Scan): string | undefined => {
  skipBlank(scan);
  if (scan.text[scan.at] !== '"') return unexpected(scan, "looking for beginning of object key string");
  const problem = skipString(scan);
  if (problem !== undefined) return problem;
  skipBlank(scan);
  if (scan.text[scan.at] !== ":") return unexpected(scan, "after object key");
  scan.at++;
  return skipValue(scan);
};

const skipString = (scan: Scan): string | undefined => {
  for (scan.at++; scan.at < scan.text.length; scan.at++) {
    const character = scan.text[scan.at] as string;
    if (character === '"') {
      scan.at++;
      return undefined;
    }
    if (character < " ") return unexpected(scan, "in string literal");
    if (character !== "\\") continue;
    scan.at++;
    const escaped = scan.text[scan.at];
    if (escaped === undefined) return END;
    if (!'"\\/bfnrtu'.includes(escaped)) return unexpected(scan, "in string escape code");
  }
  return END;
};

const skipNumber = (scan: Scan): string | undefined => {
  const [number = "-"] = /^-?(?:0|[1-9]\d*)?(?:\.\d+)?(?:[eE][+-]?\d+)?/.exec(scan.text.slice(scan.at)) ?? [];
  scan.at += number.length;
  return number === "-" ? unexpected(scan, "in numeric literal") : undefined;
};
