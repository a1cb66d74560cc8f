import { kubectl } from "#core/tool-call.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { Service } from "#kube/types/network.ts";
import type { CronJob, Deployment, HorizontalPodAutoscaler } from "#kube/types/workloads.ts";
import { majorityOf } from "./odd-one-out.ts";
import { patched, targetOf } from "./repairs.ts";
import type { Rule } from "./rule.ts";
import type { Specifications } from "./specifications.ts";

/** Rules on how many pods there are to be, and on how they are replaced. */
export const REPLICA_RULES: readonly Rule[] = [
  {
    faults: ["scale-to-zero"],
    rank: 30,
    find: (specs) =>
      specs.workloads
        .filter(
          ({ metadata: { name }, spec }) => spec.replicas === 0 && specs.of<Service>("Service").some((one) => one.metadata.name === name),
        )
        .map((about) => ({
          resource: targetOf(about),
          about,
          says: `${targetOf(about)} has a Service and no replicas`,
          repair: [kubectl(`scale ${targetOf(about)} --replicas=${majorityOf(specs.running.map(({ spec }) => `${spec.replicas}`)) ?? 1}`)],
        })),
  },
  {
    faults: ["storage-provisioner-outage"],
    type: "storage-provisioner-outage",
    rank: 90,
    find: (specs) =>
      specs
        .elsewhere<Deployment>("Deployment")
        .filter(({ spec }) => spec.replicas === 0)
        .map((about) => ({
          resource: `deployment/${about.metadata.namespace}/${about.metadata.name}`,
          about,
          says: `${about.metadata.name} has no replicas`,
          repair: [kubectl(`scale deployment ${about.metadata.name} -n ${about.metadata.namespace} --replicas=1`)],
        })),
  },
  {
    faults: ["anti-affinity-deadlock", "pvc-rwo-duplicate-mount"],
    rank: 60,
    find: (specs) =>
      specs.running
        .filter(({ spec }) => (spec.replicas ?? 1) > workers(specs).length && keepsApart(spec.template.spec.affinity))
        .map((about) => ({
          resource: targetOf(about),
          about,
          says: `${targetOf(about)} has more pods that keep apart than there are nodes`,
          repair: [kubectl(`scale ${targetOf(about)} --replicas=1`)],
        })),
  },
  {
    faults: ["rolling-update-drains-all"],
    rank: 60,
    find: ({ running }) =>
      running
        .filter(({ spec }) => (spec as Deployment["spec"]).strategy?.rollingUpdate?.maxUnavailable === "100%")
        .map((about) => ({
          resource: targetOf(about),
          about,
          says: `a roll-out of ${targetOf(about)} takes all pods at once`,
          repair: [
            patched(targetOf(about), "replace", "/spec/strategy/rollingUpdate", { maxSurge: "25%", maxUnavailable: "25%" }),
            kubectl(`rollout undo ${targetOf(about)}`),
          ],
        })),
  },
  {
    faults: ["hpa-misconfigured"],
    rank: 80,
    find: (specs) =>
      specs
        .of<HorizontalPodAutoscaler>("HorizontalPodAutoscaler")
        .filter(
          ({ spec: { scaleTargetRef: to } }) =>
            !specs.workloads.some(({ kind, metadata }) => kind === to.kind && metadata.name === to.name),
        )
        .map((about) => {
          const { name } = about.metadata;
          const own = specs.workloads.find(({ metadata }) => name.startsWith(metadata.name));
          return {
            resource: `horizontalpodautoscaler/${name}`,
            about,
            says: `${name} scales what is not there`,
            repair: [
              patched(`hpa/${name}`, "replace", "/spec/scaleTargetRef", {
                apiVersion: "apps/v1",
                kind: own?.kind,
                name: own?.metadata.name,
              }),
            ],
          };
        }),
  },
  {
    faults: ["hpa-misconfigured"],
    rank: 40,
    find: (specs) =>
      specs
        .of<HorizontalPodAutoscaler>("HorizontalPodAutoscaler")
        .filter(({ metadata: { name }, spec: { scaleTargetRef: to } }) => !name.startsWith(to.name))
        .map((about) => ({
          resource: `horizontalpodautoscaler/${about.metadata.name}`,
          about,
          says: `${about.metadata.name} scales ${about.spec.scaleTargetRef.name}`,
          repair: [],
        })),
  },
  {
    faults: ["hpa-missing-request"],
    rank: 70,
    find: (specs) =>
      specs.of<HorizontalPodAutoscaler>("HorizontalPodAutoscaler").flatMap(({ spec: { scaleTargetRef: to } }) =>
        specs.running
          .filter(({ kind, metadata, spec }) => {
            const { containers } = spec.template.spec;
            return (
              kind === to.kind &&
              metadata.name === to.name &&
              containers.some(({ resources }) => resources?.requests?.["cpu"] === undefined)
            );
          })
          .map((about) => ({
            resource: targetOf(about),
            about,
            says: `${targetOf(about)} is scaled by CPU and requests none`,
            repair: [kubectl(`set resources ${targetOf(about)} --requests=cpu=50m`)],
          })),
      ),
  },
  {
    faults: ["cronjob-sidecar-never-completes"],
    rank: 70,
    find: (specs) =>
      specs
        .of<CronJob>("CronJob")
        .filter(
          ({ spec }) =>
            spec.suspend !== true && spec.schedule.startsWith("*") && (spec.jobTemplate.spec.template.spec.containers.length ?? 0) > 1,
        )
        .map((about) => ({
          resource: `cronjob/${about.metadata.name}`,
          about,
          says: `${about.metadata.name} waits for a second container`,
          repair: asSidecar(about),
        })),
  },
];

const workers = (specs: Specifications): readonly Node[] =>
  specs.of<Node>("Node").filter(({ metadata }) => metadata.labels?.["node-role.kubernetes.io/control-plane"] === undefined);

const keepsApart = (affinity: Deployment["spec"]["template"]["spec"]["affinity"]): boolean =>
  (affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).some(
    ({ topologyKey }) => topologyKey === "kubernetes.io/hostname",
  );

const asSidecar = ({ metadata: { name }, spec }: CronJob) => {
  const { containers } = spec.jobTemplate.spec.template.spec;
  const sidecars = containers.slice(1).map((container) => ({ ...container, restartPolicy: "Always" }));
  const template = { spec: { containers: containers.slice(0, 1), initContainers: sidecars } };
  return [kubectl(`patch cronjob ${name} --type=merge -p '${JSON.stringify({ spec: { jobTemplate: { spec: { template } } } })}'`)];
};
