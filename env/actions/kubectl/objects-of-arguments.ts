import type { ResourceRow } from "#kube/resources.ts";
import { CommandFailure, throwAll } from "./errors.ts";
import { readManifests } from "./manifests.ts";
import { type Manifest, resourcePath, type Session } from "./session.ts";
import { parseTargets, readTargets, selectorQuery } from "./targets.ts";

/** One object that a command shall change, as the server holds it. */
export interface ArgumentObject {
  readonly row: ResourceRow;
  readonly object: Manifest;
  readonly namespace: string | undefined;
}

/**
 * Reads the objects that `TYPE NAME`, `TYPE/NAME`, `-l`, `--all` or `-f` point at.
 *
 * @param words missing: all words of the command line
 * @throws what kubectl would end with when one of them is not there
 */
export const objectsOfArguments = async (
  session: Session,
  words: readonly string[] = session.args.words,
): Promise<readonly ArgumentObject[]> => {
  const { args } = session;
  if (args.has("filename") || args.has("kustomize")) {
    if (words.length > 0)
      throw new CommandFailure("when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well");
    const found: ArgumentObject[] = [];
    for (const { row, object, namespace } of await readManifests(session))
      found.push({ row, namespace, object: await session.read({ path: resourcePath(row, namespace, object.metadata.name) }) });
    return found;
  }
  const selectors = { labelSelector: args.text("selector") || undefined, fieldSelector: args.text("field-selector") || undefined };
  const targets = await parseTargets(session, words, { allowAll: false, selectAll: args.on("all"), ...selectors });
  const { found, failures } = await readTargets(session, targets, selectorQuery(selectors));
  throwAll(failures);
  return found.map(({ row, object }) => ({
    row,
    object,
    namespace: row.namespaced ? (object.metadata.namespace ?? session.namespace) : undefined,
  }));
};
