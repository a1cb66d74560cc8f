import type { ResourceRow } from "#kube/resources.ts";
import { CommandFailure, throwAll } from "./errors.ts";
import { kindOfObject } from "./kinds.ts";
import { parseYaml } from "./parse/yaml-parse.ts";
import type { Manifest, Session } from "./session.ts";

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
    const documents = readDocuments(session, path, source);
    for (const document of documents.flatMap(flattenList)) {
      try {
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
  const names = session.machine?.listFolder(path);
  if (names === undefined) return [path];
  const files = names.flatMap((name) => {
    const inner = `${path.replace(/\/+$/, "")}/${name}`;
    if (session.machine?.listFolder(inner) === undefined) return MANIFEST_FILE.test(name) ? [inner] : [];
    return session.args.on("recursive") ? filesOf(session, inner) : [];
  });
  if (files.length === 0 && !session.args.on("recursive"))
    throw new CommandFailure(`error reading [${path}]: recognized file extensions are [.json .yaml .yml]`);
  return files;
};

const readDocuments = (session: Session, path: string, source: string): readonly unknown[] => {
  if (/^https?:\/\//.test(path))
    throw new CommandFailure("manifests cannot be fetched from a URL here: give the manifest itself with -f -");
  const text = path === "-" ? (session.stdin ?? "") : session.readFile(path);
  if (text === undefined) throw new CommandFailure(`the path ${JSON.stringify(path)} does not exist`);
  const parsed = parseYaml(text);
  if (!parsed.ok) throw new CommandFailure(`error parsing ${source}: ${parsed.message}`);
  return parsed.documents;
};

const flattenList = (document: unknown): readonly unknown[] => {
  const items = (document as { items?: unknown } | null)?.items;
  const kind = (document as { kind?: unknown } | null)?.kind;
  return Array.isArray(items) && typeof kind === "string" && kind.endsWith("List") ? items : [document];
};

const toItem = async (session: Session, document: unknown, source: string): Promise<ManifestItem> => {
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw new CommandFailure(
      `error validating ${JSON.stringify(source)}: error validating data: invalid object to validate; if you choose to ignore these errors, turn validation off with --validate=false`,
    );
  }
  const object = document as Manifest;
  checkTyped(object, source);
  checkMetadata(object, source);
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

/** kubectl decodes labels and annotations itself, before the server sees them. */
const checkMetadata = (object: Manifest, source: string): void => {
  for (const field of ["labels", "annotations"] as const) {
    for (const value of Object.values(object.metadata?.[field] ?? {})) {
      if (typeof value === "string" || value === null) continue;
      throw new CommandFailure(
        `unable to decode ${JSON.stringify(source)}: json: cannot unmarshal ${jsonType(value)} into Go struct field ObjectMeta.metadata.${field} of type string`,
      );
    }
  }
};

const jsonType = (value: unknown): string => (typeof value === "boolean" ? "bool" : Array.isArray(value) ? "array" : typeof value);

/** The object with its namespace written into it, as kubectl sends it. */
export const placed = ({ object, namespace }: Pick<ManifestItem, "object" | "namespace">): Manifest =>
  namespace === undefined || object.metadata?.namespace === namespace ? object : { ...object, metadata: { ...object.metadata, namespace } };
