import { z } from "zod";
import { decodeBase64Text, encodeBase64 } from "#core/base64.ts";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { encodeUtf8 } from "#core/utf8.ts";
import { type Baseline, baselineObject, ownObjects } from "#kube/app/baseline.ts";
import { workloadRuns, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import type { Finding, Oracle } from "#kube/checks/oracle.ts";
import { isPodReady, podsOf, readWorkload } from "#kube/checks/workload.ts";
import { type AppWorkload, listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import type { Secret } from "#kube/types/storage.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import { literal } from "./evidence.ts";
import { isMeasured } from "./flag-symptoms.ts";
import type { Exclusion, Place, Symptom, Target } from "./injector.ts";

/** A field of a Secret by which a workload finds its database or signs in there, and the value that is wrong. */
export interface WrongField {
  readonly secret: string;
  readonly consumer: string;
  readonly key: string;
  readonly value: string;
}

/** Schema of the parameters of faults of such a field. */
export const wrongFieldParams = z.object({
  secret: objectRef("secret"),
  consumer: objectRef("deployment", "statefulset"),
  key: z.string().min(1),
  value: z.string().min(1),
});

/**
 * Lists the Secrets whose keys are variables of one of the app's own workloads, with the keys that end in a word.
 *
 * @param ending pattern of the keys' ends
 */
export const secretTargets = async (
  view: ClusterView,
  { app, namespace }: Place,
  ending: RegExp,
): Promise<{ readonly targets: readonly Target[]; readonly excluded: readonly Exclusion[] }> => {
  const { workloads } = await listOwnWorkloads(view, namespace, app);
  const secrets = await listObjects<Secret>(view, { resource: "secrets", namespace });
  const judged = secrets.map(({ metadata: { name }, data = {} }) => ({
    resource: `secret/${name}`,
    data,
    keys: Object.keys(data).filter((key) => ending.test(key)),
    readers: workloads.filter((workload) => readsAll(workload, name)),
  }));
  return {
    targets: judged.flatMap(({ resource, data, keys, readers: [reader, other] }) =>
      reader === undefined || other !== undefined || keys.length === 0
        ? []
        : [
            {
              resource,
              visible: reader.component.userShare > 0,
              facts: { consumer: reader.target, keys, values: keys.map((key) => decodeBase64Text(data[key] ?? "")) },
            },
          ],
    ),
    excluded: judged
      .filter(({ keys, readers }) => readers.length !== 1 || keys.length === 0)
      .map(({ resource }) => ({ resource, reason: "it does not tell one workload of the app alone of its database" })),
  };
};

const readsAll = ({ workload }: AppWorkload, secret: string): boolean =>
  workload.spec.template.spec.containers.some(({ envFrom }) => envFrom?.some(({ secretRef }) => secretRef?.name === secret));

/** Writes the wrong value, and recycles the pods, which read it at their start. */
export const writeWrongField = async (
  cluster: ClusterPort,
  { secret, consumer, key, value }: WrongField,
  { namespace }: Place,
): Promise<void> => {
  const patch = { data: { [key]: encodeBase64(encodeUtf8(value)) } };
  await patchObject(cluster, { resource: "secrets", namespace, name: nameOf(secret), patchType: "merge", patch });
  await recyclePods(cluster, namespace, consumer);
};

/** The value that the field had. */
export const rightField = ({ secret, key }: Pick<WrongField, "secret" | "key">, baseline: Baseline): string =>
  decodeBase64Text(baselineObject<Secret>(baseline, "secrets", nameOf(secret))?.data?.[key] ?? "");

/** Look at another Secret that has the right value, in base 64, under a key of the same ending; at all of them where none has. */
export const lookAtPeer = (params: WrongField, baseline: Baseline): ToolCall => {
  const right = encodeBase64(encodeUtf8(rightField(params, baseline)));
  const ending = params.key.replace(/^.*_/, "_");
  const peer = (ownObjects(baseline, "secrets") as readonly Secret[]).find(
    ({ metadata, data = {} }) =>
      metadata.name !== nameOf(params.secret) && Object.entries(data).some(([key, value]) => key.endsWith(ending) && value === right),
  );
  return kubectl(`get ${peer === undefined ? "secrets" : `secret/${peer.metadata.name}`} -o yaml`);
};

/**
 * Conditions under which the consumer has a value that is right.
 *
 * @param judge says whether a value is; missing: if it is the one of before
 */
export const fieldOracle = (
  params: WrongField,
  baseline: Baseline,
  judge: (view: ClusterView, value: string) => Promise<boolean> = async (_view, value) => value === rightField(params, baseline),
): Oracle => ({
  checks: [
    writtenDefectGone("field-right", async (view) => await judgeField(view, baseline, params, judge)),
    workloadRuns(baseline, params.consumer),
  ],
  trials: [
    {
      name: "field-in-running-pods",
      group: "defect-gone",
      weight: 1,
      run: async (cluster) => await judgeRunning(cluster, baseline, params, judge),
    },
  ],
});

type Judge = (view: ClusterView, value: string) => Promise<boolean>;

/** Judges what the next pod would have: a variable of the container's own goes before the Secret's. */
const judgeField = async (view: ClusterView, { namespace }: Baseline, params: WrongField, judge: Judge): Promise<Finding> => {
  const workload = await readWorkload(view, namespace, params.consumer);
  const own = workload?.spec.template.spec.containers.flatMap(({ env = [] }) => env).findLast(({ name }) => name === params.key)?.value;
  const secret = await getObject<Secret>(view, { resource: "secrets", namespace, name: nameOf(params.secret) });
  const value = own ?? decodeBase64Text(secret?.data?.[params.key] ?? "");
  const held = await judge(view, value);
  return { held, evidence: `${params.key} is ${value}, which is ${held ? "right" : "wrong"}` };
};

const judgeRunning = async (cluster: ClusterPort, { namespace }: Baseline, params: WrongField, judge: Judge): Promise<Finding> => {
  const workload = await readWorkload(cluster, namespace, params.consumer);
  const pods = workload === undefined ? [] : (await podsOf(cluster, workload)).filter(isPodReady);
  for (const { metadata } of pods) {
    const { stdout } = await cluster.exec({ namespace, pod: metadata.name, command: ["printenv", params.key] });
    if (!(await judge(cluster, stdout.trim())))
      return { held: false, evidence: `${metadata.name} reads ${stdout.trim()} for ${params.key}` };
  }
  return { held: pods.length > 0, evidence: `${pods.length} pods of ${params.consumer} read a right value` };
};

/** Calls that write a value and start the consumer anew. */
export const writeField = (params: WrongField, value: string): readonly ToolCall[] =>
  write(params, { stringData: { [params.key]: value } });

/** The same with the value in base 64, as a peer shows it. */
export const copyField = (params: WrongField, value: string): readonly ToolCall[] =>
  write(params, { data: { [params.key]: encodeBase64(encodeUtf8(value)) } });

const write = ({ secret, consumer }: WrongField, patch: object): readonly ToolCall[] => [
  kubectl(`patch ${secret} --type=merge -p '${JSON.stringify(patch)}'`),
  kubectl(`rollout restart ${consumer}`),
];

/** Look at the field, which shows its value in base 64. */
export const lookAtField = ({ secret }: WrongField): ToolCall => kubectl(`get ${secret} -o yaml`);

/** Patterns of the answer. */
export const fieldShown = ({ secret, key, value }: WrongField): readonly string[] => [
  `^  name: ${literal(nameOf(secret))}$`,
  `^  ${literal(key)}: ${literal(encodeBase64(encodeUtf8(value)))}$`,
];

/** The consumer's containers end, again and again, or it goes on and answers requests with errors. */
export const consumerFails = ({ consumer }: WrongField, { namespace }: Place): Symptom => ({
  name: "consumer-fails",
  isSeen: async (view) => {
    const workload = await readWorkload(view, namespace, consumer);
    const pods = workload === undefined ? [] : await podsOf(view, workload);
    const hasEnded = pods.some(({ status }) =>
      status?.containerStatuses?.some(({ restartCount, state }) => restartCount > 0 || state?.terminated !== undefined),
    );
    return hasEnded || (await isMeasured("errors", errorsOf(consumer)).isSeen(view));
  },
});

const errorsOf = (consumer: string): string =>
  `increase(traces_span_metrics_calls_total{service_name="${nameOf(consumer)}",status_code="STATUS_CODE_ERROR"}[1m]) > 0`;
