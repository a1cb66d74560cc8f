import { keepWhile } from "#core/keep-while.ts";
import { toTimestamp } from "#core/timestamp.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { EndpointSlice, Service } from "#kube/types/network.ts";
import type { World } from "../../kernel/world.ts";
import { getObject, listObjects } from "../store/store.ts";
import { callHost, type ProxyAnswer } from "./subresources/proxy-network.ts";

/** A group and version that another server serves, by its APIService. */
export interface RemoteGroup {
  readonly group: string;
  readonly version: string;
  readonly isAvailable: boolean;
}

/** State of the server that a group's version is handed on to: nobody has registered one, it cannot be reached, or it serves. */
export const aggregatedServer = (world: World, group: string, version: string): "absent" | "unavailable" | "served" => {
  const service = getObject<ApiService>(world, API_SERVICES, undefined, `${version}.${group}`);
  if (service?.spec.service == null) return "absent";
  return verdictOn(world, service).status === "True" ? "served" : "unavailable";
};

/** The groups that are not the server's own, in the order of discovery: by priority, then by name. */
export const remoteGroups = (world: World): readonly RemoteGroup[] =>
  listObjects<ApiService>(world, API_SERVICES)
    .filter(({ spec }) => spec.service != null)
    .sort((a, b) => b.spec.groupPriorityMinimum - a.spec.groupPriorityMinimum || b.spec.versionPriority - a.spec.versionPriority)
    .map((service) => {
      const { group = "", version } = service.spec;
      return { group, version, isAvailable: verdictOn(world, service).status === "True" };
    });

/** An APIService with its availability as it is now. */
export const withAvailability = (world: World, object: KubeObject): KubeObject => {
  const service = object as ApiService;
  return service.spec.service == null ? object : judged(service, verdictOn(world, service));
};

interface ApiService extends KubeObject {
  readonly spec: {
    readonly group?: string;
    readonly version: string;
    readonly groupPriorityMinimum: number;
    readonly versionPriority: number;
    readonly service?: ServiceRef | null;
  };
}

interface ServiceRef {
  readonly name: string;
  readonly namespace: string;
  readonly port?: number;
}

const API_SERVICES = "apiservices.apiregistration.k8s.io";

interface Verdict {
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
}

const PASSED: Verdict = { status: "True", reason: "Passed", message: "all checks passed" };

const failed = (reason: string, message: string): Verdict => ({ status: "False", reason, message });

/** The checks of the aggregator, in its order: the Service, its port, its endpoints, and what the server says. */
const verdictOn = (world: World, { spec }: ApiService): Verdict => {
  const { name, namespace, port = HTTPS_PORT } = spec.service as ServiceRef;
  const about = `service/${name} in "${namespace}"`;
  const service = getObject<Service>(world, "services", namespace, name);
  if (service === undefined) return failed("ServiceNotFound", `${about} is not present`);
  if ((service.spec.type ?? "ClusterIP") === "ClusterIP") {
    const found = service.spec.ports?.find((candidate) => candidate.port === port);
    if (found === undefined) return failed("ServicePortError", `${about} is not listening on port ${port}`);
    const slices = slicesOf(world, namespace, name);
    if (slices.length === 0) return failed("EndpointsNotFound", `cannot find endpointslices for ${about}`);
    if (!slices.some((slice) => isReadyOn(slice, found.name ?? "")))
      return failed("MissingEndpoints", `endpointslices for ${about} have no addresses with port name "${found.name ?? ""}"`);
  }
  return isModelled(world, spec.group) ? PASSED : discover(world, spec, service, port);
};

const HTTPS_PORT = 443;

const slicesOf = (world: World, namespace: string, service: string): readonly EndpointSlice[] =>
  listObjects<EndpointSlice>(world, "endpointslices.discovery.k8s.io", namespace).filter(
    ({ metadata }) => metadata.labels?.["kubernetes.io/service-name"] === service,
  );

const isReadyOn = ({ endpoints, ports }: EndpointSlice, portName: string): boolean =>
  (endpoints ?? []).some(({ conditions }) => conditions?.ready !== false) && (ports ?? []).some(({ name = "" }) => name === portName);

/** The groups whose servers are part of the world, so that nobody has to ask these. */
export const modelledGroups = (world: World): readonly string[] => Object.keys(world.parts.config["aggregatedApis"] ?? {});

const isModelled = (world: World, group = ""): boolean => modelledGroups(world).includes(group);

/** Asks the server for what every aggregated server has to answer. */
const discover = (world: World, { group, version }: ApiService["spec"], { spec }: Service, port: number): Verdict => {
  if (spec.type !== "ExternalName" && (spec.clusterIP ?? "None") === "None")
    return failed("FailedDiscoveryCheck", 'cannot route to service with ClusterIP "None"');
  const host = spec.type === "ExternalName" ? (spec.externalName ?? "") : (spec.clusterIP ?? "");
  const path = `/apis/${group}/${version}`;
  const url = `https://${host}:${port}${path}`;
  const problem = problemOf(callHost(world, { scheme: "https", host, port, method: "GET", path }), url);
  return problem === undefined ? PASSED : failed("FailedDiscoveryCheck", `failing or missing response from ${url}: ${problem}`);
};

const problemOf = (answer: ProxyAnswer, url: string): string | undefined => {
  if ("problem" in answer) return `Get "${url}": ${answer.problem}`;
  return answer.status >= 200 && answer.status < 300 ? undefined : `bad status from ${url}: ${answer.status}`;
};

const judged = keepWhile(
  (service: ApiService, verdict: Verdict): KubeObject => {
    const lastTransitionTime = service.metadata.creationTimestamp ?? toTimestamp(0);
    return { ...service, status: { conditions: [{ lastTransitionTime, ...verdict, type: "Available" }] } } as KubeObject;
  },
  (before, now) => before.reason === now.reason && before.message === now.message,
);
