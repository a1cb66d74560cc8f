import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parse } from "yaml";

/** One named entry of a kubeconfig's lists. */
export interface NamedEntry {
  readonly name: string;
  readonly cluster?: Fields;
  readonly user?: Fields;
  readonly context?: Fields;
}

/** Fields of one entry, as in the file. */
export type Fields = Readonly<Record<string, unknown>>;

/** A kubeconfig; several files are merged into one. */
export interface Kubeconfig {
  readonly clusters: readonly NamedEntry[];
  readonly users: readonly NamedEntry[];
  readonly contexts: readonly NamedEntry[];
  readonly currentContext: string;
  readonly preferences?: unknown;
}

/** Values from command-line flags that override the file's. */
export interface KubeconfigOverrides {
  readonly context?: string | undefined;
  readonly cluster?: string | undefined;
  readonly user?: string | undefined;
  /** Fields of the cluster, named as in the file. */
  readonly clusterFields?: Fields;
  /** Fields of the user, named as in the file. */
  readonly userFields?: Fields;
}

/** A resolved context of a kubeconfig. */
export interface ResolvedContext {
  readonly context: string;
  readonly clusterName: string;
  readonly userName: string;
  /** Namespace; undefined if the context names none. */
  readonly namespace: string | undefined;
  readonly cluster: Fields;
  readonly user: Fields;
}

/** Interpretation of paths in a kubeconfig. */
export interface PathOptions {
  /** True: paths stay as written, instead of being relative to the folder of their file. */
  readonly keepsPaths?: boolean;
}

/** Reads and merges kubeconfig files; the first one to set a value wins, and missing files are skipped. Throws like `parse`. */
export const readKubeconfigs = (paths: readonly string[], options?: PathOptions): Kubeconfig =>
  paths.map((path) => readIfThere(path, options)).reduce(merge, EMPTY);

/** Reads one kubeconfig; a missing file is an error. */
export const readKubeconfig = (path: string, options?: PathOptions): Kubeconfig =>
  parseKubeconfig(readFileSync(path, "utf8"), path, options);

/** Resolves the context that flags and file select. A missing context gives empty settings. */
export const resolveContext = (config: Kubeconfig, overrides: KubeconfigOverrides = {}): ResolvedContext => {
  const context = overrides.context || config.currentContext;
  const fields = config.contexts.find(({ name }) => name === context)?.context ?? {};
  const clusterName = overrides.cluster || text(fields["cluster"]) || "";
  const userName = overrides.user || text(fields["user"]) || "";
  return {
    context,
    clusterName,
    userName,
    namespace: text(fields["namespace"]),
    cluster: { ...config.clusters.find(({ name }) => name === clusterName)?.cluster, ...overrides.clusterFields },
    user: { ...config.users.find(({ name }) => name === userName)?.user, ...overrides.userFields },
  };
};

const EMPTY: Kubeconfig = { clusters: [], users: [], contexts: [], currentContext: "" };

const readIfThere = (path: string, options?: PathOptions): Kubeconfig => {
  try {
    return readKubeconfig(path, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return EMPTY;
    throw error;
  }
};

/**
 * Parses a kubeconfig.
 * @param path of its file, to which paths in it are relative
 */
export const parseKubeconfig = (content: string, path: string, { keepsPaths = false }: PathOptions = {}): Kubeconfig => {
  const file = (parse(content) ?? {}) as Fields;
  for (const [key, type] of Object.entries(LISTS)) {
    const given = file[key] ?? [];
    if (!Array.isArray(given))
      throw new KubeconfigError(
        `error loading config file ${JSON.stringify(path)}: json: cannot unmarshal ${typeof given} into Go struct field Config.${key} of type []v1.${type}`,
      );
  }
  const list = (key: string): readonly NamedEntry[] =>
    ((file[key] ?? []) as NamedEntry[]).map((entry) => (keepsPaths ? entry : withAbsolutePaths(entry, path)));
  return {
    clusters: list("clusters"),
    users: list("users"),
    contexts: list("contexts"),
    currentContext: text(file["current-context"]) ?? "",
    ...(file["preferences"] !== undefined && { preferences: file["preferences"] }),
  };
};

const LISTS = { clusters: "NamedCluster", users: "NamedAuthInfo", contexts: "NamedContext" } as const;

/** Error of a kubeconfig that cannot be read, in the words of kubectl. */
export class KubeconfigError extends Error {
  override readonly name = "KubeconfigError";
}

const PATH_FIELDS = ["certificate-authority", "client-certificate", "client-key", "tokenFile"] as const;

/** Makes the file paths of an entry absolute, relative to the folder of their kubeconfig. */
const withAbsolutePaths = (entry: NamedEntry, path: string): NamedEntry => {
  const key = entry.cluster === undefined ? "user" : "cluster";
  const fields = entry[key];
  if (fields === undefined) return entry;
  const paths = PATH_FIELDS.filter((field) => typeof fields[field] === "string" && fields[field] !== "");
  if (paths.length === 0) return entry;
  const absolute = Object.fromEntries(paths.map((field) => [field, resolve(dirname(path), fields[field] as string)]));
  return { ...entry, [key]: { ...fields, ...absolute } };
};

const merge = (first: Kubeconfig, second: Kubeconfig): Kubeconfig => ({
  clusters: mergeLists(first.clusters, second.clusters),
  users: mergeLists(first.users, second.users),
  contexts: mergeLists(first.contexts, second.contexts),
  currentContext: first.currentContext || second.currentContext,
  ...((first.preferences ?? second.preferences) !== undefined && { preferences: first.preferences ?? second.preferences }),
});

const mergeLists = (first: readonly NamedEntry[], second: readonly NamedEntry[]): readonly NamedEntry[] => [
  ...first,
  ...second.filter(({ name }) => !first.some((entry) => entry.name === name)),
];

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
