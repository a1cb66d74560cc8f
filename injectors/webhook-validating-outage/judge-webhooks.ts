import type { Baseline } from "#kube/app/baseline.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { listWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import { VALIDATING, type Webhook, type WebhookConfiguration } from "#kube/types/webhooks.ts";
import { getObject } from "#kube/verbs/get.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { isAboutPods, selects } from "../asked-of-pods.ts";

/**
 * Holds if no webhook without a Service has to be asked of new pods of the app's workloads, of none of them: those that run on would not
 * come back, either. What conditions in a language of their own leave out is not read: such pods show it by coming up.
 */
export const judgeWebhooks = async (view: ClusterView, { app, namespace }: Baseline): Promise<Finding> => {
  const configurations = await listObjects<WebhookConfiguration>(view, { resource: VALIDATING });
  const needed = configurations.flatMap(({ webhooks = [] }) => webhooks).filter(isNeeded);
  if (needed.length === 0) return { held: true, evidence: "no webhook has to be asked of new pods" };
  const labels = (await getObject(view, { resource: "namespaces", name: namespace }))?.metadata.labels;
  const workloads = await listWorkloads(view, namespace, app);
  for (const { name, clientConfig, namespaceSelector, objectSelector } of needed) {
    const { service } = clientConfig;
    if (service === undefined || !selects(namespaceSelector, labels)) continue;
    const asked = workloads.find(({ workload }) => selects(objectSelector, workload.spec.template.metadata?.labels));
    const backend = await getObject(view, { resource: "services", namespace: service.namespace, name: service.name });
    if (asked !== undefined && backend === undefined)
      return { held: false, evidence: `the webhook ${name} must be asked of pods of ${asked.target}, and there is no ${service.name}` };
  }
  return { held: true, evidence: "every webhook that has to be asked of new pods has a Service" };
};

const isNeeded = ({ failurePolicy, rules = [], matchConditions = [] }: Webhook): boolean =>
  failurePolicy !== "Ignore" && matchConditions.length === 0 && rules.some(isAboutPods);
