import { encodeUtf8 } from "#core/utf8.ts";
/** Error of a text that is not JSON, in Go's words. */
export interface JsonError {
  /** Number of bytes read, including the wrong one. */
  readonly offset: number;
  readonly message: string;
  /** True if the text ended too early. */
  readonly isEnd: boolean;
}

/** End of a value in a stream, or the error. */
export type JsonScan = { readonly end: number } | { readonly error: JsonError };

/** Scans one JSON value from an index. */
export const scanJson = (text: string, from: number): JsonScan => {
  const scanner: Scanner = { text, at: from };
  try {
    skipBlanks(scanner);
    readValue(scanner);
    return { end: scanner.at };
  } catch (failure) {
    if (failure instanceof ScanFailure) return { error: failure.problem };
    throw failure;
  }
};

interface Scanner {
  readonly text: string;
  at: number;
}

class ScanFailure extends Error {
  readonly problem: JsonError;

  constructor(problem: JsonError) {
    super(problem.message);
    this.problem = problem;
  }
}

const fail = ({ text, at }: Scanner, context: string): never => {
  const char = text[at];
  const offset = encodeUtf8(text.slice(0, at + 1)).length;
  if (char === undefined) throw new ScanFailure({ offset, message: "unexpected end of JSON input", isEnd: true });
  const shown = char === "'" ? "'\\''" : char === '"' ? "'\"'" : `'${JSON.stringify(char).slice(1, -1)}'`;
  throw new ScanFailure({ offset, message: `invalid character ${shown} ${context}`, isEnd: false });
};

const skipBlanks = (scanner: Scanner): void => {
  while (/[ \t\r\n]/.test(scanner.text[scanner.at] ?? "")) scanner.at += 1;
};

const VALUE = "looking for beginning of value";

const readValue = (scanner: Scanner): void => {
  const char = scanner.text[scanner.at] ?? "";
  if (char === "{") return readObject(scanner);
  if (char === "[") return readArray(scanner);
  if (char === '"') return readString(scanner);
  if (/[-0-9]/.test(char)) return readNumber(scanner);
  const word = ["true", "false", "null"].find((name) => name[0] === char);
  if (word === undefined) return fail(scanner, VALUE);
  for (const [index, letter] of [...word].entries()) {
    if (scanner.text[scanner.at] !== letter) fail(scanner, `in literal ${word} (expecting '${word[index]}')`);
    scanner.at += 1;
  }
};

const readObject = (scanner: Scanner): void => {
  scanner.at += 1;
  skipBlanks(scanner);
  if (isAtEnd(scanner, "}")) return;
  for (;;) {
    skipBlanks(scanner);
    if (scanner.text[scanner.at] !== '"') fail(scanner, "looking for beginning of object key string");
    readString(scanner);
    skipBlanks(scanner);
    if (scanner.text[scanner.at] !== ":") fail(scanner, "after object key");
    scanner.at += 1;
    skipBlanks(scanner);
    readValue(scanner);
    skipBlanks(scanner);
    if (isOver(scanner, "}", "after object key:value pair")) return;
  }
};

const readArray = (scanner: Scanner): void => {
  scanner.at += 1;
  skipBlanks(scanner);
  if (isAtEnd(scanner, "]")) return;
  for (;;) {
    skipBlanks(scanner);
    readValue(scanner);
    skipBlanks(scanner);
    if (isOver(scanner, "]", "after array element")) return;
  }
};

/** Skips the closing bracket of an empty object or list. @returns true if there was one */
const isAtEnd = (scanner: Scanner, close: string): boolean => {
  if (scanner.text[scanner.at] !== close) return false;
  scanner.at += 1;
  return true;
};

/** Reads the separator after a member: true for the closing bracket, false for a comma. */
const isOver = (scanner: Scanner, close: string, context: string): boolean => {
  const char = scanner.text[scanner.at];
  if (char !== close && char !== ",") fail(scanner, context);
  scanner.at += 1;
  return char === close;
};

const readString = (scanner: Scanner): void => {
  scanner.at += 1;
  for (;;) {
    const char = scanner.text[scanner.at] ?? "";
    if (char === "" || char < " ") fail(scanner, "in string literal");
    scanner.at += 1;
    if (char === '"') return;
    if (char === "\\") readEscape(scanner);
  }
};

const readEscape = (scanner: Scanner): void => {
  const char = scanner.text[scanner.at] ?? "";
  if (!/^["\\/bfnrtu]$/.test(char)) fail(scanner, "in string escape code");
  scanner.at += 1;
  if (char !== "u") return;
  for (let digit = 0; digit < 4; digit++) {
    if (!/^[0-9a-fA-F]$/.test(scanner.text[scanner.at] ?? "")) fail(scanner, "in \\u hexadecimal character escape");
    scanner.at += 1;
  }
};

const readNumber = (scanner: Scanner): void => {
  const digits = (context: string): void => {
    if (!/^\d$/.test(scanner.text[scanner.at] ?? "")) fail(scanner, context);
    while (/^\d$/.test(scanner.text[scanner.at] ?? "")) scanner.at += 1;
  };
  if (scanner.text[scanner.at] === "-") scanner.at += 1;
  if (scanner.text[scanner.at] === "0") scanner.at += 1;
  else digits("in numeric literal");
  if (scanner.text[scanner.at] === ".") {
    scanner.at += 1;
    digits("after decimal point in numeric literal");
  }
  if (/^[eE]$/.test(scanner.text[scanner.at] ?? "")) {
    scanner.at += 1;
    if (/^[-+]$/.test(scanner.text[scanner.at] ?? "")) scanner.at += 1;
    digits("in exponent of numeric literal");
  }
};
