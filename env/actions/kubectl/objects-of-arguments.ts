import type { ResourceRow } from "#kube/resources.ts";
import { CommandFailure, throwAll } from "./errors.ts";
import { readManifests, readManifestsLeniently } from "./manifests.ts";
import { type Manifest, resourcePath, type Session } from "./session.ts";
import { parseTargets, readTargets, selectorQuery, type TargetOptions } from "./targets.ts";

/** One object that a command shall change, as the server holds it. */
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

/**
 * Reads the objects that `TYPE NAME`, `TYPE/NAME`, `-l`, `--all` or `-f` point at.
 *
 * @param words missing: all words of the command line
 * @throws what kubectl would end with when one of them is not there
 */
export const objectsOfArguments = async (
  session: Session,
  words: readonly string[] = session.args.words,
  selectors: Selectors = selectorsOf(session),
): Promise<readonly ArgumentObject[]> => {
  const { items, failures } = await readArguments(session, words, selectors);
  throwAll(failures);
  return items;
};

/** The same, but what could be read is given beside the failures of the rest. */
export const readArguments = async (
  session: Session,
  words: readonly string[] = session.args.words,
  selectors: Selectors = selectorsOf(session),
): Promise<{ readonly items: readonly ArgumentObject[]; readonly failures: readonly Error[] }> => {
  const { args } = session;
  if (args.on("local")) return { items: await localObjects(session, words), failures: [] };
  if (args.has("filename") || args.has("kustomize")) {
    if (words.length > 0)
      throw new CommandFailure("when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well");
    const items: ArgumentObject[] = [];
    const { items: manifests, failures: unread } = await readManifestsLeniently(session);
    const failures = [...unread];
    for (const { row, object, namespace } of manifests) {
      try {
        items.push({ row, namespace, object: await session.read({ path: resourcePath(row, namespace, object.metadata.name) }) });
      } catch (failure) {
        failures.push(failure as Error);
      }
    }
    return { items, failures };
  }
  const targets = await parseTargets(session, words, { allowAll: false, selectAll: args.on("all"), ...selectors });
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

/** With --local the manifests are what is changed, and the server is not asked. */
const localObjects = async (session: Session, words: readonly string[]): Promise<readonly ArgumentObject[]> => {
  if (words.length > 0 || !session.args.has("filename")) throw new CommandFailure(NOT_LOCAL, { complete: true });
  return readManifests(session);
};
