import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { ConfigMap } from "#kube/types/storage.ts";

/** Looks that tell what a ConfigMap held: the one that is most like it, and the addresses of Services. */
export const looksAtSimilar = (baseline: Baseline, configMap: string): readonly ToolCall[] => {
  const configMaps = ownObjects(baseline, "configmaps") as readonly ConfigMap[];
  const own = new Set(wordsIn(configMaps.find(({ metadata }) => metadata.name === nameOf(configMap))));
  const others = configMaps
    .filter(({ metadata }) => metadata.name !== nameOf(configMap))
    .map((other) => ({ name: other.metadata.name, common: [...new Set(wordsIn(other))].filter((word) => own.has(word)).length }));
  const most = Math.max(...others.map(({ common }) => common));
  const [similar] = others.filter(({ common }) => common === most);
  return [...(similar === undefined ? [] : [kubectl(`get configmap/${similar.name} -o yaml`)]), kubectl("get services -o wide")];
};

/** Words in the values of a ConfigMap. */
export const wordsIn = (configMap: Pick<ConfigMap, "data"> | undefined): readonly string[] =>
  wordsOfText(Object.values(configMap?.data ?? {}).join("\n"));

/** Words of a text, with what joins the parts of a path, an address or a name. */
export const wordsOfText = (text: string): readonly string[] => text.match(/[A-Za-z0-9][\w./-]*\w/g) ?? [];
