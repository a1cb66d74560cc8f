import { kubectl } from "#core/tool-call.ts";
import { compareQuantities } from "#kube/objects/quantity.ts";
import type { Probe } from "#kube/types/pod.ts";
import { majorityOf, oddOnes } from "./odd-one-out.ts";
import type { Finding, Rule } from "./rule.ts";
import type { Specifications, WorkloadSpec } from "./specifications.ts";

/** Rules on workloads. */
export const WORKLOAD_RULES: readonly Rule[] = [
  {
    type: "scale-to-zero",
    rank: 80,
    find: ({ workloads, services }) =>
      workloads
        .filter(({ name, replicas }) => replicas === 0 && services.some((service) => service.name === name))
        .map(({ target }) => ({
          resource: target,
          says: `${target} has a Service and no replicas`,
          repair: [
            kubectl(
              `scale ${target} --replicas=${majorityOf(workloads.map(({ replicas }) => `${replicas}`).filter((n) => n !== "0")) ?? 1}`,
            ),
          ],
        })),
  },
  {
    type: "node-selector-mismatch",
    rank: 85,
    find: ({ workloads, nodes }) =>
      running(workloads)
        .filter(({ nodeSelector }) => Object.keys(nodeSelector).length > 0)
        .sort((a, b) => fitting(nodes, a) - fitting(nodes, b))
        .map((workload) => ({
          resource: workload.target,
          says: `${workload.target} asks for ${JSON.stringify(workload.nodeSelector)}, which ${fitting(nodes, workload)} nodes have`,
          repair: removal(workload, "/spec/template/spec/nodeSelector"),
        })),
  },
  {
    type: "image-reference",
    rank: 70,
    find: ({ workloads }) => [...groupBy(running(workloads), ({ image }) => repositoryOf(image)).values()].flatMap(oddImages),
  },
  {
    type: "image-reference",
    rank: 55,
    find: ({ workloads }) =>
      running(workloads)
        .filter(({ image }) => /@sha256:|-rc\d+$|:release-\d|-service:/.test(image))
        .map((workload) => ({
          resource: workload.target,
          says: `${workload.target} runs ${workload.image}`,
          repair: [kubectl(`rollout undo ${workload.target}`), ...freePods(workload)],
        })),
  },
  {
    type: "wrong-command",
    rank: 65,
    find: ({ workloads }) =>
      [...groupBy(running(workloads), ({ image }) => image).values()].flatMap((same) => {
        const programs = same.map(({ command }) => command[0] ?? "");
        return same
          .filter(({ command }) => command[0] !== undefined && programs.filter((one) => one === command[0]).length > 1)
          .filter(({ name, command }) => !isAlike(name, command[0] ?? ""))
          .map((workload) => ({
            resource: workload.target,
            says: `${workload.target} starts ${workload.command[0]}, as another does`,
            repair: [kubectl(`rollout undo ${workload.target}`), ...freePods(workload)],
          }));
      }),
  },
  ...(["liveness", "readiness"] as const).map(
    (kind): Rule => ({
      type: `${kind}-probe`,
      rank: 75,
      find: ({ workloads }) =>
        running(workloads)
          .filter((workload) => asksUndeclared(workload, workload[kind]))
          .map((workload) => probeFinding(workload, kind)),
    }),
  ),
  ...(["liveness", "readiness"] as const).map(
    (kind): Rule => ({
      type: `${kind}-probe`,
      rank: 45,
      find: ({ workloads }) =>
        oddOnes(running(workloads), (workload) => `${workload[kind] !== undefined}`)
          .filter((one) => one[kind] !== undefined)
          .map((workload) => probeFinding(workload, kind)),
    }),
  ),
  {
    type: "memory-limit",
    rank: 60,
    find: ({ workloads }) =>
      running(workloads)
        .filter(({ memory: { limit, request } }) => limit !== undefined && limit === request && compareQuantities(limit, LOW) < 0)
        .sort((a, b) => compareQuantities(a.memory.limit ?? LOW, b.memory.limit ?? LOW))
        .map((workload) => ({
          resource: workload.target,
          says: `${workload.target} may use ${workload.memory.limit} memory`,
          repair: [
            kubectl(`set resources ${workload.target} -c ${workload.container} --limits=memory=1Gi --requests=memory=64Mi`),
            ...freePods(workload),
          ],
        })),
  },
  {
    type: "configmap-missing",
    rank: 95,
    find: ({ workloads, configMapNames }) =>
      running(workloads).flatMap(({ target, configMaps: wanted }) =>
        wanted
          .filter((name) => configMapNames.length > 0 && !configMapNames.includes(name))
          .map((name) => ({ resource: `configmap/${name}`, says: `${target} wants the ConfigMap ${name}`, repair: [] })),
      ),
  },
];

/** A limit below which few programs fit. */
const LOW = "200Mi";

const running = (workloads: readonly WorkloadSpec[]): readonly WorkloadSpec[] => workloads.filter(({ replicas }) => replicas > 0);

const fitting = (nodes: Specifications["nodes"], { nodeSelector }: WorkloadSpec): number =>
  nodes.filter(({ labels }) => Object.entries(nodeSelector).every(([key, value]) => labels[key] === value)).length;

const removal = (workload: WorkloadSpec, path: string): Finding["repair"] => [
  kubectl(`patch ${workload.target} --type=json -p '${JSON.stringify([{ op: "remove", path }])}'`),
  ...freePods(workload),
];

/** A StatefulSet waits for broken pods. */
const freePods = ({ target, name, labels }: WorkloadSpec): Finding["repair"] =>
  target.startsWith("statefulset/")
    ? [
        kubectl(
          `delete pods -l ${
            Object.entries(labels)
              .map(([key, value]) => `${key}=${value}`)
              .join(",") || `app=${name}`
          }`,
        ),
      ]
    : [];

const oddImages = (same: readonly WorkloadSpec[]): readonly Finding[] => {
  const usual = majorityOf(same.map(({ image }) => image));
  return oddOnes(same, ({ image }) => image).map((workload) => ({
    resource: workload.target,
    says: `${workload.target} runs ${workload.image}, and its siblings ${usual}`,
    repair: [kubectl(`set image ${workload.target} ${workload.container}=${usual}`), ...freePods(workload)],
  }));
};

const repositoryOf = (image: string): string => image.replace(/(@.*|:[^/:]*)$/, "").replace(/-service$/, "");

const isAlike = (name: string, program: string): boolean => {
  const own = program.split("/").at(-1) ?? "";
  return name.includes(own) || own.includes(name);
};

const asksUndeclared = ({ ports }: WorkloadSpec, probe: Probe | undefined): boolean => {
  const port = probe?.httpGet?.port ?? probe?.tcpSocket?.port ?? probe?.grpc?.port;
  return port !== undefined && !ports.some(({ name, containerPort }) => name === port || containerPort === port);
};

const probeFinding = (workload: WorkloadSpec, kind: "liveness" | "readiness"): Finding => ({
  resource: workload.target,
  says: `${workload.target} has an odd ${kind} probe`,
  repair: removal(workload, `/spec/template/spec/containers/0/${kind}Probe`),
});

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> => Map.groupBy(items, keyOf);
