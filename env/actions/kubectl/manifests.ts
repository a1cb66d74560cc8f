import { requirementsMatch } from "#kube/label-selector.ts";
import { parseLabelSelector } from "#kube/parse-label-selector.ts";
import type { ResourceRow } from "#kube/resources.ts";
import { CommandFailure, throwAll } from "./errors.ts";
import { kindOfObject } from "./kinds.ts";
import { parseYaml } from "./parse/yaml-parse.ts";
import type { Manifest, Session } from "./session.ts";

/** Whether an object has the labels that `-l` asks for. */
export const matchesSelector = ({ args }: Session, { metadata }: Manifest): boolean => {
  const text = args.text("selector");
  if (!text) return true;
  const parsed = parseLabelSelector(text);
  if (!parsed.ok) throw new CommandFailure(parsed.error);
  return requirementsMatch(parsed.value, metadata.labels ?? {});
};

/** One object of `-f`, with the place that it belongs to. */
export interface ManifestItem {
  readonly row: ResourceRow;
  readonly object: Manifest;
  /** Undefined for cluster-scoped kinds. */
  readonly namespace: string | undefined;
  /** `STDIN` or the file's name, for messages. */
  readonly source: string;
}

/**
 * Reads all objects of `-f`; Lists are taken apart.
 *
 * @throws CommandFailure or FailureList in kubectl's words
 */
export const readManifests = async (session: Session): Promise<readonly ManifestItem[]> => {
  const { items, failures } = await readManifestsLeniently(session);
  throwAll(failures);
  return items;
};

/** The same, but objects that can be used are given beside the failures of the others. */
export const readManifestsLeniently = async (
  session: Session,
): Promise<{ readonly items: readonly ManifestItem[]; readonly failures: readonly Error[] }> => {
  if (session.args.has("kustomize"))
    throw new CommandFailure("kustomizations (-k) are not available here: give the manifest itself with -f -");
  const items: ManifestItem[] = [];
  const failures: Error[] = [];
  for (const path of session.args.list("filename").flatMap((listed) => filesOf(session, listed))) {
    const source = path === "-" ? "STDIN" : path;
    for (const document of readDocuments(session, path, source).flatMap((whole) => flattenList(whole, source))) {
      try {
        if (document instanceof Error) throw document;
        items.push(await toItem(session, document, source));
      } catch (failure) {
        failures.push(failure as Error);
      }
    }
  }
  return { items, failures };
};

const MANIFEST_FILE = /\.(json|yaml|yml)$/;

/** The manifests of a folder, those of folders in it with --recursive; anything else is a file. */
const filesOf = (session: Session, path: string): readonly string[] => {
  if (session.machine?.listFolder(path) === undefined) return [path];
  const files = filesIn(session, path);
  if (files.length === 0) throw new CommandFailure(`error reading [${path}]: recognized file extensions are [.json .yaml .yml]`);
  return files;
};

const filesIn = (session: Session, folder: string): readonly string[] =>
  (session.machine?.listFolder(folder) ?? []).flatMap((name) => {
    const path = `${folder.replace(/\/+$/, "")}/${name}`;
    if (session.machine?.listFolder(path) === undefined) return MANIFEST_FILE.test(name) ? [path] : [];
    return session.args.on("recursive") ? filesIn(session, path) : [];
  });

const readDocuments = (session: Session, path: string, source: string): readonly unknown[] => {
  if (/^https?:\/\/(?:$|[/?#])/.test(path))
    throw new CommandFailure("Unable to connect to the server: http: no Host in request URL", { complete: true });
  if (/^https?:\/\//.test(path))
    throw new CommandFailure("manifests cannot be fetched from a URL here: give the manifest itself with -f -");
  const text = path === "-" ? (session.stdin ?? "") : session.readFile(path);
  if (text === undefined) throw new CommandFailure(`the path ${JSON.stringify(path)} does not exist`);
  const parsed = parseYaml(text);
  if (!parsed.ok) throw new CommandFailure(`error parsing ${source}: ${parsed.message}`);
  return parsed.documents;
};

/** The items of a list, whose metadata only the server decodes; else the document, or why kubectl cannot decode it. */
const flattenList = (document: unknown, source: string): readonly unknown[] => {
  const { items, kind } = (document ?? {}) as { items?: unknown; kind?: unknown };
  if (Array.isArray(items) && typeof kind === "string" && kind.endsWith("List")) return items;
  return [metadataFailure(document, source) ?? document];
};

const toItem = async (session: Session, document: unknown, source: string): Promise<ManifestItem> => {
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw new CommandFailure(
      `error validating ${JSON.stringify(source)}: error validating data: invalid object to validate; if you choose to ignore these errors, turn validation off with --validate=false`,
    );
  }
  const object = document as Manifest;
  checkTyped(object, source);
  const row = await kindOfObject(session, object.apiVersion, object.kind);
  const { name, namespace } = object.metadata ?? {};
  if (row === undefined) {
    throw new CommandFailure(
      `resource mapping not found for name: ${JSON.stringify(name ?? "")} namespace: ${JSON.stringify(namespace ?? "")} from ${JSON.stringify(source)}: no matches for kind ${JSON.stringify(object.kind)} in version ${JSON.stringify(object.apiVersion)}\nensure CRDs are installed first`,
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

const checkTyped = (object: Manifest, source: string): void => {
  const missing = (["apiVersion", "kind"] as const).filter((field) => typeof object[field] !== "string" || object[field] === "");
  if (missing.length === 0) return;
  const text = missing.length === 1 ? `${missing[0]} not set` : `[${missing.map((field) => `${field} not set`).join(", ")}]`;
  throw new CommandFailure(
    `error validating ${JSON.stringify(source)}: error validating data: ${text}; if you choose to ignore these errors, turn validation off with --validate=false`,
  );
};

const STRING_FIELDS = new Set(["generateName", "name", "namespace", "resourceVersion", "selfLink", "uid"]);
const STRING_MAPS = new Set(["annotations", "labels"]);

/** kubectl decodes metadata itself, before the server sees it; the first misfit in the order of names is told. */
const metadataFailure = (document: unknown, source: string): CommandFailure | undefined => {
  const { apiVersion, kind, metadata } = (document ?? {}) as Partial<Manifest>;
  if (!apiVersion || !kind || typeof metadata !== "object" || metadata === null) return undefined;
  for (const [field, value] of Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const misfit = STRING_FIELDS.has(field) ? notString(value) : STRING_MAPS.has(field) ? notStringMap(value) : undefined;
    if (misfit === undefined) continue;
    const text = `json: cannot unmarshal ${misfit.found} into Go struct field ObjectMeta.metadata.${field} of type ${misfit.wanted}`;
    return new CommandFailure(`unable to decode ${JSON.stringify(source)}: ${text}`);
  }
  return undefined;
};

interface Misfit {
  readonly found: string;
  readonly wanted: string;
}

const notString = (value: unknown): Misfit | undefined =>
  typeof value === "string" || value === null ? undefined : { found: jsonType(value), wanted: "string" };

const notStringMap = (value: unknown): Misfit | undefined => {
  if (value === null) return undefined;
  if (typeof value !== "object" || Array.isArray(value)) return { found: jsonType(value), wanted: "map[string]string" };
  return Object.values(value)
    .map(notString)
    .find((misfit) => misfit !== undefined);
};

const jsonType = (value: unknown): string => (typeof value === "boolean" ? "bool" : Array.isArray(value) ? "array" : typeof value);

/** The object with its namespace written into it, as kubectl sends it. */
export const placed = ({ object, namespace }: Pick<ManifestItem, "object" | "namespace">): Manifest =>
  namespace === undefined || object.metadata?.namespace === namespace ? object : { ...object, metadata: { ...object.metadata, namespace } };
