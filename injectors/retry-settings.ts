import { z } from "zod";
import { parseGoDuration } from "#core/go-duration.ts";
import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { getObject } from "#kube/verbs/get.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { recyclePods } from "#kube/verbs/recreate-workload.ts";
import { describedAs, type Evidence, literal } from "./evidence.ts";
import type { Target } from "./injector.ts";

/** Settings of calls in a ConfigMap, as a fault sets them, and who reads them. */
export interface RetrySettings {
  readonly target: string;
  readonly consumers: readonly string[];
  readonly timeoutKey: string;
  readonly timeout: string;
  readonly retriesKey: string;
  readonly retries: string;
}

/** Fields of a schema of parameters with settings of calls. */
export const retryFields = {
  target: objectRef("configmap"),
  consumers: z.array(objectRef("deployment", "statefulset")).min(1),
  timeoutKey: z.string().min(1),
  timeout: z.string().regex(/^\d+ms$/),
  retriesKey: z.string().min(1),
  retries: z.string().regex(/^\d+$/),
};

/** Facts of a target about the settings: where they are, and who reads them. */
export const settingsAt = ({ resource, facts }: Target): Omit<RetrySettings, "timeout" | "retries"> => ({
  target: resource,
  consumers: facts["consumers"] as readonly string[],
  timeoutKey: `${facts["timeoutKey"]}`,
  retriesKey: `${facts["retriesKey"]}`,
});

/** Writes the settings. They are in force once the pods of who reads them are new. */
export const writeRetries = async (
  cluster: ClusterPort,
  { target, timeoutKey, timeout, retriesKey, retries }: RetrySettings,
  namespace: string,
): Promise<void> => {
  const data = { [timeoutKey]: timeout, [retriesKey]: retries };
  await patchObject(cluster, { resource: "configmaps", namespace, name: nameOf(target), patchType: "merge", patch: { data } });
};

/** Lets those who read the settings start again with them. */
export const recycleConsumers = async (cluster: ClusterPort, { consumers }: RetrySettings, namespace: string): Promise<void> => {
  for (const consumer of consumers) await recyclePods(cluster, namespace, consumer);
};

/** Holds if few retries can come of a request, or each call may take as long as the slowest do. */
export const judgeRetries = async (
  view: ClusterView,
  namespace: string,
  { target, retriesKey, timeoutKey }: RetrySettings,
): Promise<Finding> => {
  const { data = {} } = (await getObject<ConfigMap>(view, { resource: "configmaps", namespace, name: nameOf(target) })) ?? {};
  const [retries, timeout] = [data[retriesKey], data[timeoutKey]];
  const held =
    retries !== undefined && timeout !== undefined && (Number(retries) <= RETRIES_MAX || (parseGoDuration(timeout) ?? 0) >= TIMEOUT_MIN_MS);
  return { held, evidence: `${target} says ${retries ?? "nothing"} for ${retriesKey} and ${timeout ?? "nothing"} for ${timeoutKey}` };
};

const RETRIES_MAX = 3;
const TIMEOUT_MIN_MS = 500;

/** Call that lets those who read the settings start again. */
export const restartConsumers = ({ consumers }: RetrySettings): ToolCall => kubectl(`rollout restart ${consumers.join(" ")}`);

/** Call that writes keys of the ConfigMap. */
export const patchSettings = ({ target }: RetrySettings, data: Readonly<Record<string, string>>): ToolCall =>
  kubectl(`patch ${target} --type=merge -p '${JSON.stringify({ data })}'`);

/** Evidence of what the ConfigMap says. */
export const settingsShown = ({ target, retriesKey, retries, timeoutKey, timeout }: RetrySettings): Evidence => ({
  look: kubectl(`describe ${target}`),
  shows: [describedAs(target), `^${literal(retriesKey)}:\\n----\\n${retries}$`, `^${literal(timeoutKey)}:\\n----\\n${timeout}$`],
  says: `${target} lets each call wait ${timeout} and be made ${retries} times more`,
});
