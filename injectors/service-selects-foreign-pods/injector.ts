import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { defectGone, writtenDefectGone } from "#kube/checks/fault-checks.ts";
import { componentOf, nameOf, objectRef, workloadTarget } from "#kube/checks/fault-target.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { judgeServiceBacked, readyEndpointPods } from "#kube/checks/service.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import { listWorkloads } from "#kube/listings/list-workloads.ts";
import { labelsMatch } from "#kube/objects/label-selector.ts";
import { isPodNameOf } from "#kube/objects/pod-owner-name.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import type { Service } from "#kube/types/network.ts";
import { getObject } from "#kube/verbs/get.ts";
import { patchObject } from "#kube/verbs/patch.ts";
import { keepsOldPods } from "#kube/verbs/recreate-workload.ts";
import { rollOut } from "#kube/verbs/roll-out.ts";
import { describedAs, literal } from "../evidence.ts";
import { defineInjector, type Place } from "../injector.ts";
import { accepts, ownSelector, rejects } from "./attempts.ts";
import { labelled, type Params, sharedLabel } from "./shared-label.ts";
import { listTargets, targetPorts } from "./targets.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<Params>({
  id: "service-selects-foreign-pods",
  version: 1,
  title: "A Service selects pods of another workload too",
  catalogueType: "selector-overlap",
  layer: "network",
  scope: "namespace",
  family: "selector",
  // It shows by pods of a second workload, which a fault there would take away.
  masks: true,
  needs: [],
  words,
  twins,
  params: z.object({
    service: objectRef("service"),
    decoy: objectRef("deployment"),
    key: z.string().min(1),
    value: z.string().min(1),
  }),
  targets: listTargets,
  sample: (rng, { resource, facts }) => ({
    service: resource,
    decoy: rng.stream("decoy").pick(facts["decoys"] as readonly string[]),
    ...sharedLabel(rng.stream("label"), facts["taken"] as readonly string[]),
  }),
  inject: async (cluster, { service, decoy, key, value }, { app, namespace }) => {
    const own = workloadOf(app, service);
    for (const target of [own, decoy]) await giveLabel(cluster, namespace, target, labelled(key, value));
    await selectBy(cluster, namespace, { service, own, selector: { [key]: value } });
  },
  truth: ({ service }) => [{ resource: service, faultType: "service-selects-foreign-pods", catalogueType: "selector-overlap" }],
  oracle: ({ service }, baseline) => {
    const name = nameOf(service);
    const workload = nameOf(workloadOf(baseline.app, service));
    return {
      checks: [
        defectGone("own-pods-alone", (view) => judgeServiceBacked(view, { namespace: baseline.namespace, service: name, workload })),
        writtenDefectGone("selector-fits-own-template-alone", (view) => judgeSelector(view, baseline, { name, workload })),
      ],
      trials: [],
    };
  },
  solve: ({ service }, baseline) => {
    const look = kubectl(`get ${workloadOf(baseline.app, service)} -o yaml`);
    const former = Object.entries(ownSelector(baseline, service));
    const narrowed = JSON.stringify({ spec: { selector: Object.fromEntries(former) } });
    return [
      [look, kubectl(`set selector ${service} ${former.map((pair) => pair.join("=")).join(",")}`)],
      [look, kubectl(`patch ${service} -p '${narrowed}'`)],
    ];
  },
  accepts,
  rejects,
  evidence: ({ service, decoy, key, value }) => [
    {
      look: kubectl(`describe ${service}`),
      shows: [describedAs(service), `^Selector: +${literal(key)}=${literal(value)}$`],
      says: `${service} selects ${key}=${value} and nothing else`,
    },
    {
      look: kubectl(`get pods -l ${key}=${value}`),
      shows: [`^${literal(nameOf(decoy))}-[a-z0-9]+-[a-z0-9]{5} `],
      says: `pods of ${decoy} have ${key}=${value} too`,
    },
  ],
  symptoms: ({ service, decoy }, { app, namespace }) => [
    {
      name: "endpoints-of-two-workloads",
      isSeen: async (view) => {
        const pods = await readyEndpointPods(view, namespace, nameOf(service));
        return [nameOf(workloadOf(app, service)), nameOf(decoy)].every((name) => pods.some((pod) => isPodNameOf(pod, name)));
      },
    },
  ],
});

const workloadOf = (app: Place["app"], service: string): string => {
  const component = componentOf(app, service);
  if (component === undefined) throw new Error(`${service} belongs to no component`);
  return workloadTarget(component);
};

const giveLabel = async (cluster: ClusterPort, namespace: string, target: string, patch: { readonly spec: object }): Promise<void> => {
  const workload = await readWorkload(cluster, namespace, target);
  if (workload === undefined) throw new Error(`there is no ${target}`);
  await rollOut(cluster, { namespace, target, way: keepsOldPods(workload) ? "rolling" : "recreate" }, patch);
};

/** Replaces the selector; ports that go by the names of one workload's containers would lead to no other. */
const selectBy = async (
  cluster: ClusterPort,
  namespace: string,
  { service, own, selector }: { readonly service: string; readonly own: string; readonly selector: Readonly<Record<string, string>> },
): Promise<void> => {
  const ref = { resource: "services", namespace, name: nameOf(service) };
  const [object, workload] = [await getObject<Service>(cluster, ref), await readWorkload(cluster, namespace, own)];
  if (object === undefined || workload === undefined) throw new Error(`${service} and ${own} are not both there`);
  const numbers = targetPorts(object, workload);
  const named = (object.spec.ports ?? []).flatMap(({ targetPort }, i) => (typeof targetPort === "string" ? [i] : []));
  await patchObject(cluster, {
    ...ref,
    patchType: "json",
    patch: [
      { op: "replace", path: "/spec/selector", value: selector },
      ...named.map((i) => ({ op: "replace" as const, path: `/spec/ports/${i}/targetPort`, value: numbers[i] ?? 0 })),
    ],
  });
};

/** Checks the selector against the app's templates, since pods may be away, or have lost a label that their successors get. */
const judgeSelector = async (
  view: ClusterView,
  { namespace, app }: Baseline,
  { name, workload }: { readonly name: string; readonly workload: string },
): Promise<Finding> => {
  const selector = (await getObject<Service>(view, { resource: "services", namespace, name }))?.spec.selector ?? {};
  if (Object.keys(selector).length === 0) return { held: false, evidence: `service/${name} has no selector` };
  const fitting = (await listWorkloads(view, namespace, app))
    .filter(({ workload: { spec } }) => labelsMatch(selector, spec.template.metadata?.labels ?? {}))
    .map(({ component }) => component.name);
  const isOwn = fitting.length === 1 && fitting[0] === workload;
  return { held: isOwn, evidence: `the selector fits the template of ${fitting.join(", ") || "no workload"}` };
};
