import { parseJson } from "#core/parse-json.ts";
import { kubectl } from "#core/tool-call.ts";
import type { Taint } from "#kube/types/cluster.ts";
import type { NetworkPolicy, ServicePort } from "#kube/types/network.ts";
import type { ContainerPort, Probe } from "#kube/types/pod.ts";
import type { Move, Sight } from "../../agent.ts";

/** Specifications of an app and its cluster, without any status. */
export interface Specifications {
  readonly workloads: readonly WorkloadSpec[];
  readonly services: readonly ServiceSpec[];
  readonly configMapNames: readonly string[];
  /** ConfigMaps with their contents, those that fit into one answer. */
  readonly configMaps: readonly { readonly name: string; readonly data: Labels }[];
  readonly policies: readonly { readonly name: string; readonly spec: NetworkPolicy["spec"] }[];
  readonly nodes: readonly { readonly name: string; readonly labels: Labels; readonly taints: readonly Taint[] }[];
  /** Text of the name servers' configuration. */
  readonly corefile: string;
}

export type Labels = Readonly<Record<string, string>>;

/** A workload and its first container. */
export interface WorkloadSpec {
  /** `deployment/geo`. */
  readonly target: string;
  readonly name: string;
  readonly replicas: number;
  readonly labels: Labels;
  readonly container: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly ports: readonly ContainerPort[];
  readonly liveness: Probe | undefined;
  readonly readiness: Probe | undefined;
  readonly memory: { readonly limit: string | undefined; readonly request: string | undefined };
  readonly nodeSelector: Labels;
  readonly tolerations: readonly { readonly key?: string; readonly operator?: string }[];
  /** ConfigMaps that its pods cannot do without. */
  readonly configMaps: readonly string[];
}

export interface ServiceSpec {
  readonly name: string;
  readonly selector: Labels;
  readonly ports: readonly ServicePort[];
}

/** Reads the specifications by kubectl. */
export function* readSpecifications(): Generator<Move, Specifications, Sight> {
  const [first, second] = [yield* readRows("deployments,statefulsets", TEMPLATES), yield* readRows("deployments,statefulsets", PODS)];
  const rest = new Map(second.map(([kind, name, ...fields]) => [`${kind}/${name}`, fields]));
  const workloads = first.map((row) => workloadOf(row, rest.get(`${row[0]}/${row[1]}`) ?? []));
  const services = (yield* readRows("services", SERVICES)).map(([name = "", selector, ports]) => ({
    name,
    selector: json<Labels>(selector, {}),
    ports: json<readonly ServicePort[]>(ports, []),
  }));
  const configMapNames = (yield* readRows("configmaps", [".kind", ".metadata.name"])).map(([, name = ""]) => name);
  const configMaps = (yield* readRows("configmaps", [".metadata.name", ".data"])).map(([name = "", data]) => ({
    name,
    data: json<Labels>(data, {}),
  }));
  const policies = (yield* readRows("networkpolicies", [".metadata.name", ".spec"])).map(([name = "", spec]) => ({
    name,
    spec: json<NetworkPolicy["spec"]>(spec, { podSelector: {} }),
  }));
  const nodes = (yield* readRows("nodes", [".metadata.name", ".metadata.labels", ".spec.taints"])).map(([name = "", labels, taints]) => ({
    name,
    labels: json<Labels>(labels, {}),
    taints: json<readonly Taint[]>(taints, []),
  }));
  const corefile = (yield look("get configmap coredns -n kube-system -o jsonpath='{.data.Corefile}'")).content;
  return { workloads, services, configMapNames, configMaps, policies, nodes, corefile };
}

const TEMPLATES = [
  ".kind",
  ".metadata.name",
  ".spec.replicas",
  ".spec.template.metadata.labels",
  ".spec.template.spec.containers[0].name",
  ".spec.template.spec.containers[0].image",
  ".spec.template.spec.containers[0].command",
  ".spec.template.spec.nodeSelector",
  ".spec.template.spec.tolerations",
] as const;

const PODS = [
  ".kind",
  ".metadata.name",
  ".spec.template.spec.containers[0].ports",
  ".spec.template.spec.containers[0].livenessProbe",
  ".spec.template.spec.containers[0].readinessProbe",
  ".spec.template.spec.containers[0].resources.limits.memory",
  ".spec.template.spec.containers[0].resources.requests.memory",
  ".spec.template.spec.containers[0].envFrom",
  ".spec.template.spec.volumes[*].configMap",
] as const;

const SERVICES = [".metadata.name", ".spec.selector", ".spec.ports"] as const;

/** Rows of fields, of the objects whose row came whole: long answers are cut. */
function* readRows(resources: string, fields: readonly string[]): Generator<Move, readonly (readonly string[])[], Sight> {
  const row = `${fields.map((field) => `{${field}}`).join('{"\\t"}')}{"\\n"}`;
  const { status, content } = yield look(`get ${resources} -o jsonpath='{range .items[*]}${row}{end}'`);
  const rows = status === "OK" ? content.split("\n").map((line) => line.split("\t")) : [];
  return rows.filter(({ length }) => length === fields.length);
}

const look = (command: string): Move => ({ call: kubectl(command), says: "Read specifications." });

const json = <T>(text: string | undefined, otherwise: T): T =>
  text === undefined ? otherwise : ((parseJson(text) as T | undefined) ?? otherwise);

const workloadOf = (row: readonly string[], pod: readonly string[]): WorkloadSpec => {
  const [kind = "", name = "", replicas = "", labels, container = "", image = "", command, nodeSelector, tolerations] = row;
  const [ports, liveness, readiness, limit, request, envFrom, volumes] = pod;
  return {
    target: `${kind.toLowerCase()}/${name}`,
    name,
    replicas: Number(replicas),
    labels: json<Labels>(labels, {}),
    container,
    image,
    command: json<readonly string[]>(command, []),
    ports: json<readonly ContainerPort[]>(ports, []),
    liveness: json<Probe | undefined>(liveness, undefined),
    readiness: json<Probe | undefined>(readiness, undefined),
    memory: { limit: limit || undefined, request: request || undefined },
    nodeSelector: json<Labels>(nodeSelector, {}),
    tolerations: json<WorkloadSpec["tolerations"]>(tolerations, []),
    configMaps: [...referencesIn(envFrom), ...referencesIn(volumes)],
  };
};

/** Names of ConfigMaps in references that are not optional. */
const referencesIn = (text = ""): readonly string[] =>
  [...text.matchAll(/\{[^{}]*"name":"([^"]+)"[^{}]*\}/g)].flatMap(([whole, name = ""]) =>
    whole.includes('"optional":true') || whole.includes('"path"') ? [] : [name],
  );
