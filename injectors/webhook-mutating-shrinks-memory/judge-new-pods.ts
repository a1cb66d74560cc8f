import type { Baseline } from "#kube/app/baseline.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { readWorkload, type Workload } from "#kube/checks/workload.ts";
import { listWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import type { Status } from "#kube/types/meta.ts";
import type { Container, Pod, PodTemplateSpec } from "#kube/types/pod.ts";
import { MUTATING, type Webhook, type WebhookConfiguration } from "#kube/types/webhooks.ts";
import { getObject } from "#kube/verbs/get.ts";
import { isAboutPods, selects } from "../asked-of-pods.ts";
import { MEMORY_OPTION, type Params } from "./pod-defaults.ts";

/**
 * Holds if the configuration does not let the server change the memory of any of the app's pods, as far as it can be read: the trial of new pods
 * shows the rest.
 */
export const judgeConfiguration = async (view: ClusterView, { app, namespace }: Baseline, params: Params): Promise<Finding> => {
  const { configuration, server } = params;
  const found = await getObject<WebhookConfiguration>(view, { resource: MUTATING, name: nameOf(configuration) });
  const labels = (await getObject(view, { resource: "namespaces", name: namespace }))?.metadata.labels;
  const workloads = await listWorkloads(view, namespace, app);
  const isAsked = ({ rules = [], namespaceSelector, objectSelector }: Webhook): boolean =>
    rules.some(isAboutPods) &&
    selects(namespaceSelector, labels) &&
    workloads.some(({ workload }) => selects(objectSelector, workload.spec.template.metadata?.labels));
  const asked = (found?.webhooks ?? []).filter(isAsked);
  if (asked.length === 0) return { held: true, evidence: `${configuration} asks nobody of the app's pods` };
  const answering = await readWorkload(view, namespace, server);
  const isAway = answering === undefined || answering.spec.replicas === 0;
  if (isAway && asked.every(({ failurePolicy }) => failurePolicy === "Ignore"))
    return { held: true, evidence: `${server} answers nobody, and need not` };
  const words = answering?.spec.template.spec.containers.flatMap(({ args = [] }) => args) ?? [];
  const held = !isAway && !words.some((word) => word.startsWith(MEMORY_OPTION));
  return {
    held,
    evidence: `${configuration} asks ${server} of the app's pods, ${held ? "which leaves their memory" : "to which it gives memory"}`,
  };
};

/** Holds if a new pod of each of the app's workloads would have the memory that its template says: those that run on come back, too. */
export const judgeNewPods = async (cluster: ClusterPort, { app, namespace }: Baseline): Promise<Finding> => {
  const workloads = await listWorkloads(cluster, namespace, app);
  for (const { target, workload } of workloads) {
    const { metadata, spec } = templateOf(workload);
    const body = { apiVersion: "v1", kind: "Pod", metadata: { ...metadata, name: `${workload.metadata.name}-trial`, namespace }, spec };
    const path = `/api/v1/namespaces/${namespace}/pods`;
    const { status, body: made } = await cluster.write({ method: "POST", path, query: { dryRun: "All" }, body });
    // A quota may have no room for one more pod than there are.
    const refusal = status < 300 ? "" : ((made as Status).message ?? "");
    if (/webhook/.test(refusal)) return { held: false, evidence: `a new pod of ${target} is refused: ${refusal}` };
    if (status >= 300) continue;
    const other = (made as Pod).spec.containers.find((container, i) => limitOf(container) !== limitOf(spec.containers[i]));
    if (other !== undefined)
      return { held: false, evidence: `${other.name} of a new pod of ${target} may use ${limitOf(other) ?? "any"} memory` };
  }
  return { held: workloads.length > 0, evidence: `new pods of ${workloads.length} workloads have the memory of their templates` };
};

/** The template of a workload's pods; the claims that a StatefulSet makes for them are empty folders here. */
const templateOf = ({ spec }: Workload): PodTemplateSpec => {
  const claims = "volumeClaimTemplates" in spec ? (spec.volumeClaimTemplates ?? []) : [];
  const volumes = claims.map(({ metadata }) => ({ name: metadata.name, emptyDir: {} }));
  return { ...spec.template, spec: { ...spec.template.spec, volumes: [...(spec.template.spec.volumes ?? []), ...volumes] } };
};

const limitOf = (container: Container | undefined): string | undefined => container?.resources?.limits?.["memory"];
