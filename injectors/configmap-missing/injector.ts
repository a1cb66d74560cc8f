import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { judgeConfigMap } from "#kube/checks/config-settings.ts";
import { workloadRuns, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { listConfigMaps } from "#kube/listings/list-config-maps.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { looksAtSimilar } from "../similar-config-map.ts";
import { consumerCannotStart } from "../start-refused.ts";
import { accepts, rejects } from "./attempts.ts";
import { wordsLost } from "./told-elsewhere.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<{ readonly configMap: string; readonly consumer: string }>({
  id: "configmap-missing",
  version: 1,
  title: "A ConfigMap was deleted",
  catalogueType: "configmap-missing",
  layer: "config",
  scope: "namespace",
  family: "configmap",
  needs: [],
  words,
  twins,
  params: z.object({ configMap: objectRef("configmap"), consumer: objectRef("deployment", "statefulset") }),
  targets: async (view, place) => {
    const { targets, excluded } = await listConfigMaps(view, place);
    const lost = await wordsLost(view, place.namespace);
    const isTold = ({ resource }: { readonly resource: string }) => (lost.get(nameOf(resource)) ?? []).length <= MOST_LOST;
    // No new pod of any of its readers starts, so that what is wrong with those does not show.
    return {
      targets: targets.filter(isTold).map(({ isShared, ...target }) => ({ ...target, ...(isShared && { masks: true }) })),
      excluded: [
        ...excluded,
        ...targets.filter((target) => !isTold(target)).map(({ resource }) => ({ resource, reason: "nothing else tells what it held" })),
      ],
    };
  },
  sample: (_rng, { resource, facts }) => ({ configMap: resource, consumer: `${facts["consumer"]}` }),
  inject: async (cluster, { configMap, consumer }, { namespace }) => {
    await deleteObject(cluster, { resource: "configmaps", namespace, name: nameOf(configMap) });
    await recyclePods(cluster, namespace, consumer);
  },
  truth: ({ configMap, consumer }) => [
    { resource: configMap, faultType: "configmap-missing", catalogueType: "configmap-missing", alsoNamed: [consumer] },
  ],
  oracle: ({ configMap, consumer }, baseline) => ({
    checks: [
      writtenDefectGone("configmap-restored", (view) => judgeConfigMap(view, baseline, configMap)),
      workloadRuns(baseline, consumer),
    ],
    trials: [],
  }),
  solve: ({ configMap, consumer }, baseline) => {
    const data = dataOf(baseline, configMap);
    const manifest = JSON.stringify({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: nameOf(configMap), labels: labelsOf(baseline, configMap) },
      data,
    });
    const looks = looksAtSimilar(baseline, configMap);
    return [
      [...looks, kubectl("apply -f -", manifest), kubectl(`rollout restart ${consumer}`)],
      [...looks, kubectl("create -f -", manifest), kubectl(`rollout restart ${consumer}`)],
    ];
  },
  accepts,
  rejects,
  evidence: ({ configMap }) => [
    {
      look: kubectl(`get ${configMap}`),
      shows: [`configmaps? "${literal(nameOf(configMap))}" not found`],
      says: `${configMap} does not exist`,
    },
  ],
  symptoms: ({ consumer }, place) => [consumerCannotStart(consumer, place)],
});

const dataOf = (baseline: Baseline, configMap: string): Readonly<Record<string, string>> =>
  baselineObject<ConfigMap>(baseline, "configmaps", nameOf(configMap))?.data ?? {};

const labelsOf = (baseline: Baseline, configMap: string): Readonly<Record<string, string>> =>
  baselineObject<ConfigMap>(baseline, "configmaps", nameOf(configMap))?.metadata.labels ?? {};

/** Words that may be in the ConfigMap alone: the name of a database, which the store tells, or a password that one chooses anew. */
const MOST_LOST = 2;
