import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { defectGone, needingWrite, workloadRuns } from "#kube/checks/fault-checks.ts";
import { nameOf, objectRef } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import { listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { recreateWorkload } from "#kube/verbs/recreate-workload.ts";
import { judgeLeads } from "../address-variable.ts";
import { describedAs, literal } from "../evidence.ts";
import { isMeasured } from "../flag-symptoms.ts";
import { defineInjector, type Exclusion, type Target } from "../injector.ts";
import { lookAtRevisions } from "../look-at-revisions.ts";
import { addressesIn, advertisedIn, clientsOf, onHost, type Params, rightValue, valueIn } from "./advertised.ts";
import { accepts, rejects, setTo } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "advertised-listener-wrong",
  version: 1,
  title: "A broker tells its clients a wrong address",
  catalogueType: "advertised-address",
  layer: "data",
  scope: "namespace",
  family: "advertised-address",
  needs: ["telemetry"],
  words,
  twins,
  params: z.object({
    target: objectRef("deployment", "statefulset"),
    container: z.string().min(1),
    variable: z.string().min(1),
    value: z.string().min(1),
  }),
  targets: async (view, { app, namespace }) => {
    const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
    const services = (await listObjects(view, { resource: "services", namespace })).map(({ metadata }) => metadata.name);
    const [targets, excluded]: [Target[], Exclusion[]] = [[], [...operated]];
    for (const { target: resource, workload, component } of workloads) {
      const container = workload.spec.template.spec.containers.find(({ env }) => advertisedIn(env) !== undefined);
      const { name: variable = "", value = "" } = advertisedIn(container?.env) ?? {};
      const name = nameOf(resource);
      const hosts = ["localhost", "127.0.0.1", `${name}-0.${name}`, `${name}-old`, `${name}-staging`].filter(
        (host) => !services.includes(host),
      );
      if (container === undefined) excluded.push({ resource, reason: "it advertises no address to its clients" });
      else
        targets.push({
          resource,
          visible: component.userShare > 0,
          facts: { container: container.name, variable, values: hosts.map((host) => onHost(value, host)) },
        });
    }
    return { targets, excluded };
  },
  sample: (rng, { resource, facts }) => ({
    target: resource,
    container: `${facts["container"]}`,
    variable: `${facts["variable"]}`,
    value: rng.stream("value").pick(facts["values"] as readonly string[]),
  }),
  inject: async (cluster, { target, container, variable, value }, { namespace }) => {
    const containers = [{ name: container, env: [{ name: variable, value }] }];
    await recreateWorkload(cluster, { namespace, target }, { spec: { template: { spec: { containers } } } });
  },
  truth: ({ target }) => [
    {
      resource: target,
      faultType: "advertised-listener-wrong",
      catalogueType: "advertised-address",
      alsoNamed: [`service/${nameOf(target)}`],
    },
  ],
  oracle: (params, baseline) => ({
    checks: [defectGone("clients-get-there", (view) => judgeAdvertised(view, baseline, params)), workloadRuns(baseline, params.target)],
    trials: [],
  }),
  solve: (params, baseline) => [
    [kubectl(`rollout undo ${params.target}`)],
    [lookAtRevisions(params.target, ".containers[*].env[*].value"), setTo(params, rightValue(params, baseline))],
  ],
  accepts,
  rejects,
  evidence: ({ target, variable, value }) => [
    {
      look: kubectl(`describe ${target}`),
      shows: [describedAs(target), `^ +${literal(variable)}: +${literal(value)}$`],
      says: `${target} tells its clients of ${value}, where they do not find it`,
    },
  ],
  symptoms: ({ target }, { app, namespace }) => {
    const clients = clientsOf(app, target).map(nameOf).join("|");
    const failed = `traces_span_metrics_calls_total{namespace="${namespace}",service_name=~"${clients}",status_code="STATUS_CODE_ERROR"}`;
    return [isMeasured("clients-fail", `sum(increase(${failed}[1m])) > 0`)];
  },
});

/** Every address that the broker tells leads each client to it, by whatever Service. */
const judgeAdvertised = async (view: ClusterView, { namespace, app }: Baseline, params: Params): Promise<Finding> => {
  const { target, variable } = params;
  const broker = await readWorkload(view, namespace, target);
  const told = broker === undefined ? [] : addressesIn(valueIn(broker, params));
  if (told.length === 0) return needingWrite({ held: false, evidence: `${target} has no address in ${variable}` });
  for (const client of clientsOf(app, target)) {
    const workload = await readWorkload(view, namespace, client);
    if (workload === undefined) return needingWrite({ held: false, evidence: `${client} is gone` });
    for (const { host, port } of told) {
      const finding = await judgeLeads(view, { namespace, workload, to: nameOf(target), text: `${host}:${port}` });
      if (!finding.held) return finding;
    }
  }
  return { held: true, evidence: `${variable} of ${target} leads to it` };
};
