import { DrillError } from "#core/drill-error.ts";
import { joinPaths } from "#core/posix-path.ts";
import { requirementsMatch } from "#kube/objects/label-selector.ts";
import { parseLabelSelector } from "#kube/objects/parse-label-selector.ts";
import type { ResourceRow } from "#kube/objects/resources.ts";
import { parseYaml } from "../parse/yaml-parse.ts";
import { toCompactJson } from "../print/json-text.ts";
import { noSuchHost } from "./download.ts";
import { CommandFailure, throwAll } from "./errors.ts";
import { kindOfObject } from "./kinds.ts";
import type { Manifest, Session } from "./session.ts";

/** True if an object matches the selector of `-l`. */
export const matchesSelector = ({ args }: Session, { metadata }: Manifest): boolean => {
  const text = args.text("selector");
  if (!text) return true;
  const parsed = parseLabelSelector(text);
  if (!parsed.ok) throw new CommandFailure(parsed.error);
  return requirementsMatch(parsed.value, metadata.labels ?? {});
};

/** One object of `-f`, with its namespace and source. */
export interface ManifestItem {
  readonly row: ResourceRow;
  readonly object: Manifest;
  /** Namespace; undefined for cluster-scoped kinds. */
  readonly namespace: string | undefined;
  /** Source for messages: `STDIN` or the file's name. */
  readonly source: string;
}

/** Options of reading manifests. */
export interface ManifestOptions {
  /** True: validated by the command before the server, unless `--validate` says otherwise. */
  readonly isValidated?: boolean;
}

/**
 * Reads all objects of `-f`, including the items of Lists.
 *
 * @throws CommandFailure or FailureList in kubectl's words
 */
export const readManifests = async (session: Session, options?: ManifestOptions): Promise<readonly ManifestItem[]> => {
  const { items, failures } = await readManifestsLeniently(session, options);
  throwAll(failures);
  return items;
};

/** Objects from manifests. */
export interface ReadManifests {
  /** Objects or their errors, in the order of the files. */
  readonly all: readonly (ManifestItem | Error)[];
  readonly items: readonly ManifestItem[];
  readonly failures: readonly Error[];
}

/** Reads all objects of `-f`, and returns the valid ones beside the failures of the others. */
export const readManifestsLeniently = async (session: Session, options: ManifestOptions = {}): Promise<ReadManifests> => {
  if (session.args.has("kustomize"))
    throw new CommandFailure("kustomizations (-k) are not available here: give the manifest itself with -f -");
  const all: (ManifestItem | Error)[] = [];
  for (const path of pathsOf(session)) {
    try {
      for await (const entry of entriesOf(session, path, options)) all.push(entry);
    } catch (failure) {
      // What cannot be read ends its file, and the next one is read all the same.
      all.push(expected(failure));
    }
  }
  return {
    all,
    items: all.filter((entry): entry is ManifestItem => !(entry instanceof Error)),
    failures: all.filter((entry): entry is Error => entry instanceof Error),
  };
};

/** Returns a failure that belongs to one object; a lost cluster is thrown. */
const expected = (failure: unknown): Error => {
  if (failure instanceof DrillError) throw failure;
  return failure as Error;
};

async function* entriesOf(session: Session, path: string, { isValidated = false }: ManifestOptions): AsyncGenerator<ManifestItem | Error> {
  const source = path === "-" ? "STDIN" : path;
  const checksTypes = isValidated && !["false", "ignore"].includes(session.args.text("validate") ?? "");
  const { documents, problem } = await readDocuments(session, path);
  for (const document of documents) {
    if (checksTypes) checkTyped(document, source);
    for (const object of flattenList(document, source))
      yield object instanceof Error
        ? object
        : await toItem(session, object as Manifest, { source, isListed: object !== document }).catch(expected);
  }
  if (problem !== undefined) throw new CommandFailure(`error parsing ${source}: ${problem}`);
}

const MANIFEST_FILE = /\.(json|yaml|yml)$/;
const ADDRESS = /^https?:\/\//;

/** Paths of all named files, including those in folders. @throws for a missing one, before anything is read */
const pathsOf = (session: Session): readonly string[] => {
  const failures: Error[] = [];
  const paths = session.args.list("filename").flatMap((path) => {
    if (path === "-" || ADDRESS.test(path)) return [path];
    if (session.machine?.listFolder(path) !== undefined) return filesOf(session, path);
    if (session.readFile(path) !== undefined) return [path];
    failures.push(new CommandFailure(`the path ${JSON.stringify(path)} does not exist`));
    return [];
  });
  throwAll(failures);
  return paths;
};

/** Paths of the manifests in a folder, and in its subfolders with --recursive. */
const filesOf = (session: Session, path: string): readonly string[] => {
  const files = filesIn(session, path);
  if (files.length === 0) throw new CommandFailure(`error reading [${path}]: recognized file extensions are [.json .yaml .yml]`);
  return files;
};

const filesIn = (session: Session, folder: string): readonly string[] =>
  (session.machine?.listFolder(folder) ?? []).flatMap((name) => {
    const path = joinPaths(folder, name);
    if (session.machine?.listFolder(path) === undefined) return MANIFEST_FILE.test(name) ? [path] : [];
    return session.args.on("recursive") ? filesIn(session, path) : [];
  });

interface ReadDocuments {
  readonly documents: readonly unknown[];
  /** Error that ended the reading after the last object; undefined: none. */
  readonly problem: string | undefined;
}

const readDocuments = async (session: Session, path: string): Promise<ReadDocuments> => {
  const text = path === "-" ? (session.stdin ?? "") : ADDRESS.test(path) ? await download(session, path) : (session.readFile(path) ?? "");
  const parsed = parseYaml(text);
  return { documents: parsed.documents, problem: parsed.ok ? undefined : parsed.message };
};

const download = async ({ machine }: Session, address: string): Promise<string> => {
  if (/^https?:\/\/(?:$|[/?#])/.test(address))
    throw new CommandFailure("Unable to connect to the server: http: no Host in request URL", { complete: true });
  const fetched = await (machine?.download?.(address) ?? { problem: noSuchHost(address) });
  if ("problem" in fetched) throw new CommandFailure(fetched.problem, { complete: true });
  if (fetched.status !== 200) {
    const { status, statusText } = fetched;
    throw new CommandFailure(
      `unable to read URL ${JSON.stringify(address)}, server reported ${status} ${statusText}, status code=${status}`,
    );
  }
  return fetched.text;
};

/** Items of a List, whose metadata only the server decodes; otherwise the document, or kubectl's decoding error. */
const flattenList = (document: unknown, source: string): readonly unknown[] => {
  const { items, kind } = document as { items?: unknown; kind?: unknown };
  if (!kind)
    return [new CommandFailure(`unable to decode ${JSON.stringify(source)}: Object 'Kind' is missing in '${toCompactJson(document)}'`)];
  if (Array.isArray(items) && typeof kind === "string" && kind.endsWith("List")) return items;
  return [metadataFailure(document, source) ?? document];
};

const toItem = async (
  session: Session,
  object: Manifest,
  { source, isListed }: { readonly source: string; readonly isListed: boolean },
): Promise<ManifestItem> => {
  const row = await kindOfObject(session, object.apiVersion ?? "", object.kind);
  const { name, namespace } = object.metadata ?? {};
  if (row === undefined) {
    const unknown = `no matches for kind ${JSON.stringify(object.kind)} in version ${JSON.stringify(object.apiVersion ?? "")}`;
    // What stands in a list is told in fewer words, and as a list of one.
    if (isListed) throw new CommandFailure(`unable to recognize ${unknown}`, { complete: true });
    throw new CommandFailure(
      `resource mapping not found for name: ${JSON.stringify(name ?? "")} namespace: ${JSON.stringify(namespace ?? "")} from ${JSON.stringify(source)}: ${unknown}\nensure CRDs are installed first`,
    );
  }
  if (!row.namespaced) return { row, object, namespace: undefined, source };
  if (namespace !== undefined && session.isExplicitNamespace && namespace !== session.namespace) {
    throw new CommandFailure(
      `the namespace from the provided object ${JSON.stringify(namespace)} does not match the namespace ${JSON.stringify(session.namespace)}. You must pass '--namespace=${namespace}' to perform this operation.`,
    );
  }
  return { row, object, namespace: namespace ?? session.namespace, source };
};

const checkTyped = (document: unknown, source: string): void => {
  const problem = typeProblem(document);
  if (problem !== undefined)
    throw new CommandFailure(
      `error validating ${JSON.stringify(source)}: error validating data: ${problem}; if you choose to ignore these errors, turn validation off with --validate=false`,
    );
};

const typeProblem = (document: unknown): string | undefined => {
  if (typeof document !== "object" || document === null || Array.isArray(document)) return "invalid object to validate";
  const fields = document as Readonly<Record<string, unknown>>;
  const missing = (["apiVersion", "kind"] as const).filter((field) => typeof fields[field] !== "string" || fields[field] === "");
  if (missing.length === 0) return undefined;
  return missing.length === 1 ? `${missing[0]} not set` : `[${missing.map((field) => `${field} not set`).join(", ")}]`;
};

const STRING_FIELDS = new Set(["generateName", "name", "namespace", "resourceVersion", "selfLink", "uid"]);
const STRING_MAPS = new Set(["annotations", "labels"]);

/** Error of metadata that kubectl decodes before the server; the first one in the order of names. */
const metadataFailure = (document: unknown, source: string): CommandFailure | undefined => {
  const { apiVersion, kind, metadata } = (document ?? {}) as Partial<Manifest>;
  if (!apiVersion || !kind || typeof metadata !== "object" || metadata === null) return undefined;
  for (const [field, value] of Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const mismatch = STRING_FIELDS.has(field) ? notString(value) : STRING_MAPS.has(field) ? notStringMap(value) : undefined;
    if (mismatch === undefined) continue;
    const text = `json: cannot unmarshal ${mismatch.found} into Go struct field ObjectMeta.metadata.${field} of type ${mismatch.wanted}`;
    return new CommandFailure(`unable to decode ${JSON.stringify(source)}: ${text}`);
  }
  return undefined;
};

interface TypeMismatch {
  readonly found: string;
  readonly wanted: string;
}

const notString = (value: unknown): TypeMismatch | undefined =>
  typeof value === "string" || value === null ? undefined : { found: jsonType(value), wanted: "string" };

const notStringMap = (value: unknown): TypeMismatch | undefined => {
  if (value === null) return undefined;
  if (typeof value !== "object" || Array.isArray(value)) return { found: jsonType(value), wanted: "map[string]string" };
  return Object.values(value)
    .map(notString)
    .find((mismatch) => mismatch !== undefined);
};

const jsonType = (value: unknown): string => (typeof value === "boolean" ? "bool" : Array.isArray(value) ? "array" : typeof value);

/** Copies an object with its namespace, as kubectl sends it. */
export const placed = ({ object, namespace }: Pick<ManifestItem, "object" | "namespace">): Manifest =>
  namespace === undefined || object.metadata?.namespace === namespace ? object : { ...object, metadata: { ...object.metadata, namespace } };
