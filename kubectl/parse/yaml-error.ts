/** Error of the YAML library. */
export interface LibraryError {
  readonly code: string;
  readonly message: string;
  /** Line, from 1. */
  readonly line: number;
  readonly column: number;
}

/** Renders the first error of a YAML text as Go's library does: `line 3: mapping values are not allowed in this context`. */
export const yamlErrorText = (text: string, errors: readonly LibraryError[]): string => {
  const lines = text.split("\n");
  const { line, message } = findProblem(lines, errors);
  return line > 0 ? `line ${line}: ${message}` : message;
};

interface Problem {
  readonly line: number;
  readonly message: string;
}

const NO_TOKEN = "found character that cannot start any token";
const TAB = "found a tab character that violates indentation";
const MAPPING = "mapping values are not allowed in this context";

const findProblem = (lines: readonly string[], errors: readonly LibraryError[]): Problem => {
  const [first] = errors as readonly [LibraryError, ...LibraryError[]];
  const { code, message, line } = first;
  if (code === "TAB_AS_INDENT") return scanned(line, goesOn(lines[line - 2] ?? "") ? TAB : NO_TOKEN);
  if (code === "BAD_SCALAR_START") return scanned(line, NO_TOKEN);
  if (message.startsWith("Missing closing")) return scanned(line, "found unexpected end of stream");
  if (message.startsWith("Flow ")) return parsed(isAtEnd(lines, first) ? line + 1 : line, flowProblem(lines, first));
  if (errors.some((error) => error.message.startsWith("Unexpected block-seq-ind"))) return parsed(line, "did not find expected key");
  if (code === "MULTILINE_IMPLICIT_KEY" || message.startsWith("Implicit map keys")) return keyProblem(lines, first);
  if (code === "BLOCK_AS_IMPLICIT_KEY") return scanned(lineOfColon(lines, first, errors), MAPPING);
  if (/flow-(seq|map)-end/.test(message))
    return parsed(line, isKeyPlace(lines, first) ? "did not find expected key" : "did not find expected node content");
  if (message.startsWith("Unexpected scalar at node end")) return parsed(line, "did not find expected '-' indicator");
  return parsed(line, message.startsWith("All ") ? "did not find expected key" : "did not find expected <document start>");
};

/** Error of the scanner; the first line has no number, since Go's library counts from 0 and omits 0. */
const scanned = (line: number, message: string): Problem => ({ line: line === 1 ? 0 : line, message });

/** Error of the parser, which names the line before. */
const parsed = (line: number, message: string): Problem => ({ line: line - 1, message });

/** True at the end of a text, which is on a line of its own even without a final line break. */
const isAtEnd = (lines: readonly string[], { line, column }: LibraryError): boolean =>
  line === lines.length && column > 1 && column > (lines.at(-1) ?? "").length;

const flowProblem = (lines: readonly string[], { line, column, message }: LibraryError): string => {
  const before = [...lines.slice(0, line - 1), (lines[line - 1] ?? "").slice(0, column - 1)].join("\n").trimEnd();
  if (/[[{,]$/.test(before) && (lines[line - 1] ?? "").slice(column - 1).trim() === "") return "did not find expected node content";
  return `did not find expected ',' or '${message.includes("end with a ]") ? "]" : "}"}'`;
};

/** True if a plain scalar may continue in the next line; a key without a value, a closed one or a comment ends it. */
const goesOn = (line: string): boolean => line.trim() !== "" && !/(?:[:}\]"'|>-]|^\s*#.*|\s#.*)$/.test(line.trimEnd());

const isKeyPlace = (lines: readonly string[], { line, column }: LibraryError): boolean =>
  (lines[line - 1] ?? "").slice(0, column - 1).trim() === "";

/**
 * Error of a key: a lone word in a key's place lacks its colon; elsewhere the next line has one colon too many. At the
 * beginning of a text it is no key yet.
 */
const keyProblem = (lines: readonly string[], error: LibraryError): Problem => {
  const { line } = error;
  if (!lines.slice(0, line - 1).some((text) => /\S/.test(text) && !text.startsWith("#")))
    return scanned(lineOfColon(lines, error, [error]), MAPPING);
  return scanned(line + 1, isKeyPlace(lines, error) ? "could not find expected ':'" : MAPPING);
};

const lineOfColon = (lines: readonly string[], { line }: LibraryError, errors: readonly LibraryError[]): number => {
  if (!errors.some((error) => error.code === "MULTILINE_IMPLICIT_KEY")) return line;
  const next = lines.findIndex((text, index) => index >= line && /:(\s|$)/.test(text));
  return next === -1 ? line : next + 1;
};
