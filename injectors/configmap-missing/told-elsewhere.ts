import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { wordsIn, wordsOfText } from "../similar-config-map.ts";

/**
 * Words in the values of each ConfigMap, by its name, that nothing else in the namespace shows, so that nobody could write it anew.
 *
 * Its keys are no secret: the programs that read them say in their logs what they lack.
 */
export const wordsLost = async (view: ClusterView, namespace: string): Promise<ReadonlyMap<string, readonly string[]>> => {
  const lists = await Promise.all(TELLING.map(async (resource) => await listObjects<KubeObject>(view, { resource, namespace })));
  const configMaps = await listObjects<ConfigMap>(view, { resource: "configmaps", namespace });
  const told = new Set(
    lists
      .flat()
      .flatMap(({ metadata: { annotations: _, ...metadata }, ...rest }) =>
        wordsOfText(JSON.stringify({ ...rest, metadata }).replaceAll(/\\[nt"]/g, " ")),
      ),
  );
  const words = new Map(configMaps.map(({ metadata, data = {} }) => [metadata.name, new Set(wordsIn({ data }))]));
  const lost = ([name, own]: readonly [string, ReadonlySet<string>]) =>
    [...own].filter((word) => !told.has(word) && ![...words].some(([other, theirs]) => other !== name && theirs.has(word)));
  return new Map([...words].map((entry) => [entry[0], lost(entry)]));
};

/** Objects that say how a program is set up, beside other ConfigMaps. */
const TELLING: readonly string[] = ["services", "deployments.apps", "statefulsets.apps", "secrets"];
