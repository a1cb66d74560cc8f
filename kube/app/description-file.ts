import { type Document, isMap, LineCounter, type Node, parseDocument } from "yaml";

/** One file of a description, with its path as errors name it. */
export interface DescriptionFile {
  readonly path: string;
  readonly text: string;
}

/** A parsed file of a description that knows the lines of its fields. */
export interface DescriptionSource {
  readonly path: string;
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

/** Parses a file of a description, with merge keys. @throws DescriptionError that names the lines that are no YAML */
export const parseDescription = ({ path, text }: DescriptionFile): DescriptionSource => {
  const lines = new LineCounter();
  const document = parseDocument(text, { merge: true, lineCounter: lines });
  if (document.errors.length > 0)
    throw new DescriptionError(
      document.errors.map(({ message, pos }) => `${path}:${lines.linePos(pos[0]).line}: ${message.split("\n")[0]}`),
    );
  return { path, document, lines };
};

/** Description that is none; the message has one line for each problem. */
export class DescriptionError extends Error {
  override readonly name = "DescriptionError";
  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
  }
}

/** Error that tells each problem with file, line and field. */
export const describeProblems = (sources: readonly DescriptionSource[], problems: readonly FieldProblem[]): DescriptionError =>
  new DescriptionError(problems.map(({ path, problem }) => `${placeOf(sources, path)}: ${path.join(".")}: ${problem}`));

/** Something that a description says and that cannot be, with the field that says it. */
export interface FieldProblem {
  readonly path: readonly string[];
  readonly problem: string;
}

/** `file:line` of a field in the last file that has it; of its nearest parent where it is missing or came by an anchor. */
const placeOf = (sources: readonly DescriptionSource[], path: readonly string[]): string => {
  for (let length = path.length; length > 0; length--)
    for (const { document, lines, path: file } of sources.toReversed()) {
      const offset = offsetOf(document, path.slice(0, length));
      if (offset !== undefined) return `${file}:${lines.linePos(offset).line}`;
    }
  return `${sources[0]?.path}:1`;
};

/** Offset of a field: of its key in a map, of its value in a list. */
const offsetOf = (document: Document.Parsed, path: readonly string[]): number | undefined => {
  const keys = path.map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  const parent = keys.length === 1 ? document.contents : document.getIn(keys.slice(0, -1), true);
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => String(key) === path.at(-1));
    return (pair?.key as Node | undefined)?.range?.[0];
  }
  return (document.getIn(keys, true) as Node | undefined)?.range?.[0];
};
