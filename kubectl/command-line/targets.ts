import type { ResourceRow } from "#kube/objects/resources.ts";
import { CommandFailure } from "../session/errors.ts";
import { kindsOfCategory, requireKind } from "../session/kinds.ts";
import type { Manifest, Session } from "../session/session.ts";

/** Target of arguments: one object by name, or a collection. */
export interface Target {
  readonly row: ResourceRow;
  /** Name; undefined: all objects that the selectors match. */
  readonly name: string | undefined;
  /** Namespace; undefined for all namespaces and for cluster-scoped kinds. */
  readonly namespace: string | undefined;
}

/** Options of parsing arguments. */
export interface TargetOptions {
  /** True: kinds without names mean all of their objects (get, describe). */
  readonly allowAll: boolean;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  /** `--all`. */
  readonly selectAll?: boolean;
}

/** Error of a command without resources. */
export const NO_RESOURCES = `error: You must provide one or more resources by argument or filename.
Example resource specifications include:
   '-f rsrc.yaml'
   '--filename=rsrc.json'
   '<resource> <name>'
   '<resource>'`;

/**
 * Parses `pods`, `pods a b`, `pod/a svc/b`, `deploy,svc`, `all` as kubectl does.
 *
 * @throws CommandFailure
 */
export const parseTargets = async (session: Session, words: readonly string[], options: TargetOptions): Promise<readonly Target[]> => {
  if (words.length === 0) throw new CommandFailure(NO_RESOURCES, { complete: true });
  const hasSelector = options.labelSelector !== undefined || options.fieldSelector !== undefined || options.selectAll === true;
  if (words.some((word) => word.includes("/"))) return parsePairs(session, words, hasSelector);
  const kinds = await parseKinds(session, words[0] as string);
  const names = words.slice(1);
  if (names.length > 0 && hasSelector) throw new CommandFailure("name cannot be provided when a selector is specified");
  if (names.length > 0) return kinds.flatMap((row) => names.map((name) => named(session, row, name)));
  if (!hasSelector && !options.allowAll) throw new CommandFailure("resource(s) were provided, but no name was specified");
  return kinds.map((row) => ({
    row,
    name: undefined,
    namespace: row.namespaced && !session.allNamespaces ? session.namespace : undefined,
  }));
};

const named = (session: Session, row: ResourceRow, name: string): Target => {
  if (session.allNamespaces && row.namespaced) throw new CommandFailure("a resource cannot be retrieved by name across all namespaces");
  return { row, name, namespace: row.namespaced ? session.namespace : undefined };
};

const parsePairs = async (session: Session, words: readonly string[], hasSelector: boolean): Promise<readonly Target[]> => {
  const targets: Target[] = [];
  for (const word of words) {
    if (!word.includes("/")) {
      throw new CommandFailure(
        "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'",
      );
    }
    const { kind, name } = splitPair(word);
    if (hasSelector) throw new CommandFailure("selectors and the all flag cannot be used when passing resource/name arguments");
    targets.push(named(session, await requireKind(session, kind), name));
  }
  return targets;
};

/** Splits `kind/name`. @throws CommandFailure for another form */
export const splitPair = (word: string): { readonly kind: string; readonly name: string } => {
  const [kind = "", name = "", ...rest] = word.split("/");
  if (rest.length > 0) throw new CommandFailure("arguments in resource/name form may not have more than one slash");
  if (kind === "" || name === "" || kind.includes(","))
    throw new CommandFailure("arguments in resource/name form must have a single resource and name");
  return { kind, name };
};

const parseKinds = async (session: Session, text: string): Promise<readonly ResourceRow[]> => {
  const rows: ResourceRow[] = [];
  for (const part of text.split(",")) {
    const members = await kindsOfCategory(session, part);
    for (const row of members.length > 0 ? members : [await requireKind(session, part)]) if (!rows.includes(row)) rows.push(row);
  }
  return rows;
};

/** One object found by its arguments. */
export interface Found {
  readonly row: ResourceRow;
  readonly object: Manifest;
}

/** Query parameters of the selectors. */
export const selectorQuery = (options: Pick<TargetOptions, "labelSelector" | "fieldSelector">): Readonly<Record<string, string>> => ({
  ...(options.labelSelector !== undefined && { labelSelector: options.labelSelector }),
  ...(options.fieldSelector !== undefined && { fieldSelector: options.fieldSelector }),
});

/**
 * Reads every target; failures are collected so that the other objects are still shown.
 *
 * @returns objects in order, and the failures
 */
export const readTargets = async (
  session: Session,
  targets: readonly Target[],
  query: Readonly<Record<string, string>> = {},
): Promise<{ readonly found: readonly Found[]; readonly failures: readonly Error[] }> => {
  const found: Found[] = [];
  const failures: Error[] = [];
  for (const { row, name, namespace } of targets) {
    try {
      if (name !== undefined) found.push({ row, object: await session.readNamed(row, namespace, name) });
      else for (const object of await session.list(row, namespace, query)) found.push({ row, object });
    } catch (failure) {
      failures.push(failure as Error);
    }
  }
  return { found, failures };
};
