import { apiVersionOf, findResource, type ResourceRow } from "#kube/objects/resources.ts";
import { WaitLimitReached } from "../session/capped-clock.ts";
import { asOne, CommandFailure, throwAll } from "../session/errors.ts";
import { readManifests, readManifestsLeniently } from "../session/manifests.ts";
import type { Manifest, Session } from "../session/session.ts";
import { parseTargets, readTargets, selectorQuery, type TargetOptions } from "./targets.ts";

/** One object that a command changes, as on the server. */
export interface ArgumentObject {
  readonly row: ResourceRow;
  readonly object: Manifest;
  readonly namespace: string | undefined;
}

type Selectors = Pick<TargetOptions, "labelSelector" | "fieldSelector">;

const selectorsOf = ({ args }: Session): Selectors => ({
  labelSelector: args.text("selector") || undefined,
  fieldSelector: args.text("field-selector") || undefined,
});

/** Options of finding the objects that arguments name. */
export interface ArgumentOptions {
  /** Words to parse; missing: all words of the command line. */
  readonly words?: readonly string[];
  /** Selectors; missing: those of the flags. */
  readonly selectors?: Selectors;
  /** True: a kind without a name means all of its objects. */
  readonly allowAll?: boolean;
  /** True: the command knows the Go types of its objects, and so no custom resources. */
  readonly isTyped?: boolean;
  /** True: all objects are read before the first is visited, and missing ones are reported first. */
  readonly readsAhead?: boolean;
}

/**
 * Reads the objects of `TYPE NAME`, `TYPE/NAME`, `-l`, `--all` or `-f`.
 *
 * @throws kubectl's error when one of them does not exist
 */
export const objectsOfArguments = async (session: Session, options: ArgumentOptions = {}): Promise<readonly ArgumentObject[]> => {
  const { items, failures } = await readArguments(session, options);
  throwAll(failures);
  return items;
};

/**
 * Visits each object, and continues with the next one if one does not exist or is refused.
 *
 * @returns the number of objects
 * @throws all failures at the end
 */
export const visitArguments = async (
  session: Session,
  options: ArgumentOptions,
  visit: (item: ArgumentObject, all: readonly ArgumentObject[]) => Promise<void> | void,
): Promise<number> => {
  const { items, failures: missing } = await readArguments(session, options);
  const failures: Error[] = [];
  for (const item of items) {
    try {
      await visit(item, items);
    } catch (failure) {
      if (failure instanceof WaitLimitReached) throw failure;
      failures.push(failure as Error);
    }
  }
  throwAll(options.readsAhead ? [...asOne(missing), ...failures] : [...failures, ...missing]);
  return items.length;
};

interface ReadArguments {
  readonly items: readonly ArgumentObject[];
  readonly failures: readonly Error[];
}

/** Reads the objects, with the failures of those that cannot be read. */
export const readArguments = async (session: Session, options: ArgumentOptions = {}): Promise<ReadArguments> => {
  const { items, failures } = await readAll(session, options);
  if (!options.isTyped) return { items, failures };
  const untyped = items.filter(({ row }) => findResource(row.resource) === undefined);
  return {
    items: items.filter((item) => !untyped.includes(item)),
    failures: [...failures, ...untyped.map(({ row }) => unregistered(row))],
  };
};

/** Error of a command that needs the Go type of its objects, for a custom resource. */
export const unregistered = (row: ResourceRow): CommandFailure =>
  new CommandFailure(`no kind "${row.kind}" is registered for version "${apiVersionOf(row)}" in scheme "pkg/runtime/scheme.go:111"`);

const readAll = async (session: Session, options: ArgumentOptions): Promise<ReadArguments> => {
  const { args } = session;
  const { words = args.words, selectors = selectorsOf(session), allowAll = false } = options;
  if (args.on("local")) return { items: await localObjects(session, words), failures: [] };
  if (args.has("filename") || args.has("kustomize")) {
    if (words.length > 0)
      throw new CommandFailure("when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well");
    const items: ArgumentObject[] = [];
    const { items: manifests, failures: unread } = await readManifestsLeniently(session);
    const failures = [...unread];
    for (const { row, object, namespace } of manifests) {
      try {
        items.push({ row, namespace, object: await session.readNamed(row, namespace, object.metadata.name) });
      } catch (failure) {
        failures.push(failure as Error);
      }
    }
    return { items, failures };
  }
  const targets = await parseTargets(session, words, { allowAll, selectAll: args.on("all"), ...selectors });
  const { found, failures } = await readTargets(session, targets, selectorQuery(selectors));
  const items = found.map(({ row, object }) => ({
    row,
    object,
    namespace: row.namespaced ? (object.metadata.namespace ?? session.namespace) : undefined,
  }));
  return { items, failures };
};

const NOT_LOCAL = `error: you must specify resources by --filename when --local is set.
Example resource specifications include:
   '-f rsrc.yaml'
   '--filename=rsrc.json'`;

/** Reads manifests for `--local`, without asking the server. */
const localObjects = async (session: Session, words: readonly string[]): Promise<readonly ArgumentObject[]> => {
  if (words.length > 0 || !session.args.has("filename")) throw new CommandFailure(NOT_LOCAL, { complete: true });
  return readManifests(session);
};
