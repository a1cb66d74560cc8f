import { z } from "zod";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, manifestText, restartPods } from "#kube/checks/attempts.ts";
import { parseSettings } from "#kube/checks/config-settings.ts";
import { workloadRuns, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import type { Oracle } from "#kube/checks/oracle.ts";
import { isPodReady, podsOf, readWorkload } from "#kube/checks/workload.ts";
import { listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import { describedAs, type Evidence, literal } from "./evidence.ts";
import type { Exclusion, Place, Target } from "./injector.ts";

/** A feature flag that is on: in which ConfigMap, who serves its flags, and which variant is the default now. */
export interface FlagParams {
  readonly target: string;
  /** Key of the ConfigMap that holds the document with the flags. */
  readonly file: string;
  /** Workload that reads the document when it starts. */
  readonly server: string;
  readonly flag: string;
  readonly variant: string;
}

export const flagParams = z.object({
  target: objectRef("configmap"),
  file: z.string().min(1),
  server: objectRef("deployment", "statefulset"),
  flag: z.string().min(1),
  variant: z.string().min(1),
});

/** Lists the ConfigMaps that define a flag and are read by a workload of the app. */
export const listFlagMaps = async (
  view: ClusterView,
  { app, namespace }: Place,
  flag: string,
): Promise<{ readonly targets: readonly Target[]; readonly excluded: readonly Exclusion[] }> => {
  const { workloads } = await listOwnWorkloads(view, namespace, app);
  const [targets, excluded]: [Target[], Exclusion[]] = [[], []];
  for (const { metadata, data = {} } of await listObjects<ConfigMap>(view, { resource: "configmaps", namespace })) {
    const [file] = Object.keys(data).filter((key) => flagIn(data[key], flag) !== undefined);
    if (file === undefined) continue;
    const resource = `configmap/${metadata.name}`;
    const server = workloads.find(({ workload }) =>
      workload.spec.template.spec.volumes?.some(({ configMap }) => configMap?.name === metadata.name),
    )?.target;
    if (server === undefined) excluded.push({ resource, reason: "no workload of the app mounts it" });
    else targets.push({ resource, visible: true, facts: { file, server } });
  }
  return { targets, excluded };
};

/** Makes another variant of the flag the default, and lets its server start anew. */
export const turnFlag = async (
  cluster: ClusterPort,
  namespace: string,
  { target, file, server, flag, variant }: FlagParams,
): Promise<void> => {
  const address = { resource: "configmaps", namespace, name: nameOf(target) };
  const text = (await getObject<ConfigMap>(cluster, address))?.data?.[file] ?? "";
  await patchObject(cluster, { ...address, patchType: "merge", patch: { data: { [file]: withDefault(text, flag, variant) } } });
  await recyclePods(cluster, namespace, server);
};

/** Oracle of a flag: it is off where it is defined, and its server has read that. */
export const flagOracle = (params: FlagParams, baseline: Baseline): Oracle => ({
  checks: [
    writtenDefectGone("flag-off", async (view) => {
      const address = { resource: "configmaps", namespace: baseline.namespace, name: nameOf(params.target) };
      const flag = flagIn((await getObject<ConfigMap>(view, address))?.data?.[params.file], params.flag);
      const held = flag !== undefined && (flag.defaultVariant === defaultBefore(baseline, params) || flag.state === "DISABLED");
      return {
        held,
        evidence: `${params.flag} is ${flag?.defaultVariant ?? "not defined"} by default${flag?.state === "DISABLED" ? " and disabled" : ""}`,
      };
    }),
    workloadRuns(baseline, params.server),
  ],
  trials: [
    {
      name: "flag-off-where-served",
      group: "defect-gone",
      weight: 1,
      run: async (cluster) => await judgeServed(cluster, baseline, params),
    },
  ],
});

/** Repairs of a flag: the chart's document, or the one variant written back; the server reads either when it starts. */
export const solveFlag = (params: FlagParams, baseline: Baseline): readonly (readonly ToolCall[])[] => {
  const restart = kubectl(`rollout restart ${params.server}`);
  return [
    [kubectl("replace -f -", manifestText(baseline, params.target)), restart],
    [writeDefault(params, baseline, defaultBefore(baseline, params)), restart],
  ];
};

export const acceptFlag = (params: FlagParams, baseline: Baseline): readonly Attempt[] => {
  const restart = kubectl(`rollout restart ${params.server}`);
  return [
    { name: "delete the ConfigMap and create it again", calls: [...createAnew(baseline, params.target).calls, restart] },
    {
      name: "delete the server's pods instead of a restart",
      calls: [
        writeDefault(params, baseline, defaultBefore(baseline, params)),
        kubectl(`delete pod -l ${baseline.app.labelKey}=${nameOf(params.server)}`),
      ],
    },
  ];
};

export const rejectFlag = (params: FlagParams, baseline: Baseline): readonly Attempt[] => [
  restartPods(params.server),
  { name: "write it off and restart nothing", calls: [writeDefault(params, baseline, defaultBefore(baseline, params))] },
  { name: "take the server away, so that every flag has its built-in default", calls: [kubectl(`scale ${params.server} --replicas=0`)] },
  {
    name: "delete the flag",
    calls: [
      kubectl(`patch ${params.target} --type=merge -p '${JSON.stringify({ data: { [params.file]: withoutFlag(params, baseline) } })}'`),
      kubectl(`rollout restart ${params.server}`),
    ],
  },
];

export const flagEvidence = ({ target, flag, variant }: FlagParams): readonly Evidence[] => [
  {
    look: kubectl(`describe ${target}`),
    shows: [describedAs(target), `"${literal(flag)}":[\\s\\S]*?"defaultVariant": *"${literal(variant)}"`],
    says: `${target} has ${variant} as the default of the flag ${flag}`,
  },
];

/** Lists the names of the flags that a document defines; none in a text of another kind. */
export const flagsOf = (text: string): readonly string[] =>
  text.includes('"flags"') ? Object.keys((parseSettings(text)["flags"] ?? {}) as object) : [];

interface Flag {
  readonly state?: string;
  readonly defaultVariant?: string;
}

const flagIn = (text: string | undefined, flag: string): Flag | undefined =>
  (parseSettings(text)["flags"] as Readonly<Record<string, Flag>> | undefined)?.[flag];

const defaultBefore = (baseline: Baseline, params: FlagParams): string =>
  flagIn(textBefore(baseline, params), params.flag)?.defaultVariant ?? "off";

const textBefore = (baseline: Baseline, { target, file }: FlagParams): string =>
  baselineObject<ConfigMap>(baseline, "configmaps", nameOf(target))?.data?.[file] ?? "";

/** The document with another default, and every other byte as it was. */
const withDefault = (text: string, flag: string, variant: string): string =>
  text.replace(new RegExp(`("${literal(flag)}":[^{]*\\{[\\s\\S]*?"defaultVariant": *")[^"]*`), `$1${variant}`);

const withoutFlag = (params: FlagParams, baseline: Baseline): string => {
  const { flags, ...rest } = parseSettings(textBefore(baseline, params)) as { readonly flags?: Readonly<Record<string, unknown>> };
  return JSON.stringify(
    { ...rest, flags: Object.fromEntries(Object.entries(flags ?? {}).filter(([name]) => name !== params.flag)) },
    null,
    2,
  );
};

const writeDefault = (params: FlagParams, baseline: Baseline, variant: string): ToolCall => {
  const data = { [params.file]: withDefault(textBefore(baseline, params), params.flag, variant) };
  return kubectl(`patch ${params.target} --type=merge -p '${JSON.stringify({ data })}'`);
};

/** Judges the document that a running server has: it copies it when it starts. */
const judgeServed = async (cluster: ClusterPort, baseline: Baseline, { server, file, flag, variant }: FlagParams) => {
  const workload = await readWorkload(cluster, baseline.namespace, server);
  const pods = (workload === undefined ? [] : await podsOf(cluster, workload)).filter(isPodReady);
  for (const { metadata, spec } of pods) {
    for (const { mountPath } of spec.containers[0]?.volumeMounts ?? []) {
      const command = ["cat", `${mountPath}/${file}`];
      const { stdout } = await cluster.exec({
        namespace: baseline.namespace,
        pod: metadata.name,
        container: spec.containers[0]?.name ?? "",
        command,
      });
      if (flagIn(stdout, flag)?.defaultVariant === variant)
        return { held: false, evidence: `${metadata.name} still serves ${variant} for ${flag}` };
    }
  }
  return { held: pods.length > 0, evidence: `${pods.length} pods of ${server} serve another default for ${flag}` };
};
