import { type AppBehaviour, behaviourSchema } from "./behaviour.ts";
import { checkBehaviour } from "./check-behaviour.ts";
import { type DescriptionFile, describeProblems, type FieldProblem, parseDescription } from "./description-file.ts";
import { mergeValues } from "./merge-values.ts";

/**
 * Parses the description of an app's programs; later files are laid over the first as a chart's values are.
 *
 * Top-level keys that begin with `x-` only hold anchors. A store's seed may be the name of a file with its documents.
 * @param readDocuments gives the documents in a file that a seed names
 * @throws DescriptionError that names file, line and field of everything that is wrong
 */
export const parseBehaviour = (files: readonly DescriptionFile[], readDocuments: (name: string) => unknown): AppBehaviour => {
  const sources = files.map(parseDescription);
  const described = sources
    .map(({ document }) => withoutAnchors(document.toJS(TRUSTED) as Fields))
    .reduce((own, over) => mergeValues(own, over));
  const checked = behaviourSchema.safeParse(withSeeds(described, readDocuments));
  const problems: readonly FieldProblem[] = checked.success
    ? checkBehaviour(checked.data)
    : checked.error.issues.map(({ path, message }) => ({ path: path.map(String), problem: message }));
  if (checked.success && problems.length === 0) return checked.data;
  throw describeProblems(sources, problems);
};

type Fields = Readonly<Record<string, unknown>>;

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

/** Descriptions are the user's own files, and a big app refers to its anchors many times: they are no attack. */
const TRUSTED = { maxAliasCount: -1 };
