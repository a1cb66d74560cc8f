import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { parseSettings } from "#kube/checks/config-settings.ts";
import { workloadRuns, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import { settingAt, withSettingAt } from "#kube/checks/setting-at.ts";
import { isPodReady, podsOf, readWorkload } from "#kube/checks/workload.ts";
import { listConfigMaps } from "#kube/listings/list-config-maps.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { getObject } from "#kube/verbs/get.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import { describedAs, literal } from "../evidence.ts";
import { defineInjector, type Place } from "../injector.ts";
import { looksAtSimilar } from "../similar-config-map.ts";
import { accepts, rejects } from "./attempts.ts";
import { documentIn, documentPatch } from "./setting-place.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

interface Params {
  readonly configMap: string;
  readonly consumer: string;
  /** Key of the ConfigMap that holds a JSON document; missing: the setting is a key, which becomes a variable. */
  readonly file?: string | undefined;
  /** Member of that document, or key. */
  readonly setting: string;
  /** Its new value; null removes it. */
  readonly value: string | null;
  /** True: users miss nothing of what the setting led to, such as a cache. */
  readonly isUnnoticed?: true | undefined;
}

export default defineInjector<Params>({
  id: "configmap-key-drift",
  version: 1,
  title: "A setting in a ConfigMap is wrong",
  catalogueType: "configmap-drift",
  layer: "config",
  scope: "namespace",
  family: "configmap",
  needs: [],
  words,
  twins,
  params: z.object({
    configMap: objectRef("configmap"),
    consumer: objectRef("deployment", "statefulset"),
    file: z.string().min(1).optional(),
    setting: z.string().min(1),
    value: z.string().nullable(),
    isUnnoticed: z.literal(true).optional(),
  }),
  targets: async (view, place) => {
    const { targets, excluded } = await listConfigMaps(view, place);
    return {
      targets: targets.filter(({ facts }) => facts.addresses.length > 0),
      excluded: [
        ...excluded,
        ...targets
          .filter(({ facts }) => facts.addresses.length === 0)
          .map(({ resource }) => ({ resource, reason: "it holds no address that its component reads" })),
      ],
    };
  },
  sample: (rng, { resource, facts }) => {
    const setting = rng.pick(facts["addresses"] as readonly string[]);
    const file = facts["areVariables"] === true ? {} : { file: (facts["keys"] as readonly string[])[0] ?? "" };
    const value = rng.pick([
      null,
      `${setting
        .replace(/([._-](grpc|http|dial))*[._-]?addr(ess)?$/i, "")
        .replaceAll("_", "-")
        .toLowerCase()}-svc:${rng.pick([27_017, 8500, 11_211])}`,
      `${rng.pick(["db", "store", "registry"])}.internal:${rng.pick([27_017, 8500, 11_211])}`,
    ]);
    // Without the setting its consumer does not start.
    const isUnnoticed = value !== null && (facts["unnoticed"] as readonly string[]).includes(setting) ? { isUnnoticed: true as const } : {};
    return { configMap: resource, consumer: `${facts["consumer"]}`, ...file, setting, value, ...isUnnoticed };
  },
  isLatent: ({ isUnnoticed }) => isUnnoticed === true,
  inject: async (cluster, params, { namespace }) => {
    const { configMap, consumer, file, setting, value } = params;
    const data = await readData(cluster, namespace, params);
    const before = documentIn(data, params);
    const document = withSettingAt(before, setting, likeBefore(settingAt(before, setting), value));
    await patchObject(cluster, {
      resource: "configmaps",
      namespace,
      name: nameOf(configMap),
      patchType: "merge",
      patch: documentPatch(data, document, params, (changed) => writeLike(data[file ?? ""] ?? "", changed)),
    });
    await recyclePods(cluster, namespace, consumer);
  },
  truth: ({ configMap, consumer }) => [
    { resource: configMap, faultType: "configmap-key-drift", catalogueType: "configmap-drift", alsoNamed: [consumer] },
  ],
  oracle: (params, baseline) => {
    const wanted = settingAt(baselineSettings(baseline, params), params.setting);
    return {
      checks: [
        writtenDefectGone("setting-restored", async (view) => {
          const present = settingAt(await readSettings(view, baseline.namespace, params), params.setting);
          const held = present === wanted;
          return { held, evidence: `${params.setting} is ${present ?? "missing"}${held ? "" : ` instead of ${wanted}`}` };
        }),
        workloadRuns(baseline, params.consumer),
      ],
      trials: [
        {
          name: "setting-in-running-pods",
          group: "defect-gone",
          weight: 1,
          run: async (cluster) => await judgeRunningPods(cluster, baseline, params),
        },
      ],
    };
  },
  solve: ({ configMap, consumer, file, setting }, baseline) => {
    const data = baselineData(baseline, configMap);
    const manifest = JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: nameOf(configMap) }, data });
    const key = file ?? setting;
    const patch = JSON.stringify({ data: { [key]: data[key] } });
    const looks = looksAtSimilar(baseline, configMap);
    return [
      [...looks, kubectl("apply -f -", manifest), kubectl(`rollout restart ${consumer}`)],
      [...looks, kubectl(`patch ${configMap} --type=merge -p '${patch}'`), kubectl(`rollout restart ${consumer}`)],
    ];
  },
  accepts,
  rejects,
  evidence: (params) => [
    {
      look: kubectl(`describe ${params.configMap}`),
      shows: [describedAs(params.configMap), settingPattern(params)],
      says:
        params.value === null
          ? `${params.configMap} lacks a setting that its reader needs`
          : `${params.configMap} sets ${params.setting} to ${params.value}`,
    },
  ],
  symptoms: (params, place) => [{ name: "setting-wrong-in-running-pods", isSeen: (view) => isDriftEffective(view, place, params) }],
});

/** Pattern of the setting as it is now in the text of the file: its value, or its absence where its place is. */
const settingPattern = ({ setting, value }: Params): string => {
  const [leaf = setting, ...parents] = setting.split(".").reverse();
  if (value !== null) return `"${literal(leaf)}": *"${literal(withoutPort(value) ?? value)}`;
  const absent = `(?![^}]*"${literal(leaf)}":)`;
  return parents[0] === undefined ? `\\{${absent}` : `"${literal(parents[0])}": *\\{${absent}`;
};

const readSettings = async (view: ClusterView, namespace: string, params: Params): Promise<Readonly<Record<string, unknown>>> =>
  documentIn(await readData(view, namespace, params), params);

const readData = async (view: ClusterView, namespace: string, { configMap }: Params): Promise<Readonly<Record<string, string>>> =>
  (await getObject<ConfigMap>(view, { resource: "configmaps", namespace, name: nameOf(configMap) }))?.data ?? {};

/** The new value in the form of the old one: a host alone where the port is another setting. */
const likeBefore = (before: unknown, value: string | null): string | null =>
  typeof before === "string" && !before.includes(":") ? (withoutPort(value) ?? null) : value;

const withoutPort = (value: string | null): string | undefined => value?.replace(/:\d+$/, "");

/** Writes a document with the indent and the end of the text before, as somebody does who edits one line. */
const writeLike = (text: string, document: object): string => {
  const indent = /\n([ \t]+)"/.exec(text)?.[1];
  return `${JSON.stringify(document, null, indent)}${text.endsWith("\n") ? "\n" : ""}`;
};

const baselineSettings = (baseline: Baseline, params: Params): Readonly<Record<string, unknown>> =>
  documentIn(baselineData(baseline, params.configMap), params);

const baselineData = (baseline: Baseline, configMap: string): Readonly<Record<string, string>> =>
  baselineObject<ConfigMap>(baseline, "configmaps", nameOf(configMap))?.data ?? {};

/** Judges what running containers see: one may have read the file before it was repaired. */
const judgeRunningPods = async (cluster: ClusterPort, baseline: Baseline, params: Params) => {
  const { namespace } = baseline;
  const wanted = settingAt(baselineSettings(baseline, params), params.setting);
  const workload = await readWorkload(cluster, namespace, params.consumer);
  const pods = (workload === undefined ? [] : await podsOf(cluster, workload)).filter(isPodReady);
  for (const { metadata, spec } of pods) {
    const question = questionFor(spec, params);
    if (question === undefined) continue;
    const { stdout, exitCode } = await cluster.exec({ namespace, pod: metadata.name, ...question });
    const seen = params.file === undefined ? stdout.trimEnd() : settingAt(parseSettings(stdout), params.setting);
    if (exitCode !== 0 || seen !== wanted)
      return { held: false, evidence: `${metadata.name} reads ${seen || "nothing"} for ${params.setting} instead of ${wanted}` };
  }
  return { held: pods.length > 0, evidence: `${pods.length} pods of ${params.consumer} read the right value` };
};

/** Command that shows what a pod reads, and its container; undefined where it does not read the ConfigMap. */
const questionFor = (
  { volumes, containers }: Pod["spec"],
  { configMap, file, setting }: Params,
): { readonly container: string; readonly command: readonly string[] } | undefined => {
  if (file === undefined) {
    const container = containers.find(({ envFrom }) => envFrom?.some(({ configMapRef }) => configMapRef?.name === nameOf(configMap)));
    return container && { container: container.name, command: ["printenv", setting] };
  }
  const volume = volumes?.find((candidate) => candidate.configMap?.name === nameOf(configMap))?.name;
  const container = containers.find(({ volumeMounts }) => volumeMounts?.some(({ name }) => name === volume));
  const mount = container?.volumeMounts?.find(({ name }) => name === volume);
  if (mount === undefined || container === undefined) return undefined;
  return { container: container.name, command: ["cat", mount.subPath === undefined ? `${mount.mountPath}/${file}` : mount.mountPath] };
};

/** Tells whether the consumer has restarted since the change: its pods crash, or run with the wrong value. */
const isDriftEffective = async (view: ClusterView, { namespace }: Place, params: Params): Promise<boolean> => {
  const present = settingAt(await readSettings(view, namespace, params), params.setting);
  if (present !== params.value && present !== withoutPort(params.value)) return false;
  const workload = await readWorkload(view, namespace, params.consumer);
  const pods = workload === undefined ? [] : await podsOf(view, workload);
  return pods.some(({ status }) =>
    status?.containerStatuses?.some(
      ({ restartCount, started, state }) => restartCount > 0 || started === true || state?.terminated !== undefined,
    ),
  );
};
