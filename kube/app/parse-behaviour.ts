import { type Document, isMap, LineCounter, type Node, parseDocument } from "yaml";
import { type AppBehaviour, behaviourSchema } from "./behaviour.ts";
import { type BehaviourProblem, checkBehaviour } from "./check-behaviour.ts";
import { mergeValues } from "./merge-values.ts";

/** One file of a description, with its path as errors name it. */
export interface BehaviourFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Parses the description of an app's programs; later files are laid over the first as a chart's values are.
 *
 * Top-level keys that begin with `x-` only hold anchors. A store's seed may be the name of a file with its documents.
 * @param readDocuments gives the documents in a file that a seed names
 * @throws BehaviourError that names file, line and field of everything that is wrong
 */
export const parseBehaviour = (files: readonly BehaviourFile[], readDocuments: (name: string) => unknown): AppBehaviour => {
  const sources = files.map(parseFile);
  const described = sources.map(({ document }) => withoutAnchors(document.toJS() as Fields)).reduce((own, over) => mergeValues(own, over));
  const checked = behaviourSchema.safeParse(withSeeds(described, readDocuments));
  const problems: readonly BehaviourProblem[] = checked.success
    ? checkBehaviour(checked.data)
    : checked.error.issues.map(({ path, message }) => ({ path: path.map(String), problem: message }));
  if (checked.success && problems.length === 0) return checked.data;
  throw new BehaviourError(problems.map(({ path, problem }) => `${placeOf(sources, path)}: ${path.join(".")}: ${problem}`));
};

/** Description that is none; the message has one line for each problem. */
export class BehaviourError extends Error {
  override readonly name = "BehaviourError";
  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
  }
}

type Fields = Readonly<Record<string, unknown>>;

interface Source {
  readonly path: string;
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

const parseFile = ({ path, text }: BehaviourFile): Source => {
  const lines = new LineCounter();
  const document = parseDocument(text, { merge: true, lineCounter: lines });
  if (document.errors.length > 0)
    throw new BehaviourError(document.errors.map(({ message, pos }) => `${path}:${lines.linePos(pos[0]).line}: ${message.split("\n")[0]}`));
  return { path, document, lines };
};

const withoutAnchors = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(([key]) => !key.startsWith("x-")));

/** The description with documents where its stores name files. */
const withSeeds = (described: Fields, readDocuments: (name: string) => unknown): Fields => {
  const programs = described["programs"];
  if (!isRecord(programs)) return described;
  const seeded = Object.entries(programs).map(([name, program]) => [name, withSeed(program, readDocuments)]);
  return { ...described, programs: Object.fromEntries(seeded) };
};

const withSeed = (program: unknown, readDocuments: (name: string) => unknown): unknown => {
  if (!isRecord(program) || !isRecord(program["store"]) || typeof program["store"]["seed"] !== "string") return program;
  return { ...program, store: { ...program["store"], seed: readDocuments(program["store"]["seed"]) } };
};

const isRecord = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** `file:line` of a field in the last file that has it; of its nearest parent where it is missing or came by an anchor. */
const placeOf = (sources: readonly Source[], path: readonly string[]): string => {
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
