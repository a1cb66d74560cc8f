import type { ResourceRow } from "#kube/objects/resources.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { Endpoints, Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { World } from "../../../kernel/world.ts";
import { isKubeletRunning } from "../../../machines/machines.ts";
import { getObject, listObjects } from "../../store/store.ts";
import { type ApiAnswer, type ApiRequest, refuse } from "../api-request.ts";
import { badRequest, failure, notFound } from "../status.ts";
import { connectionProblem } from "./connection.ts";
import { callHost, type ProxyAnswer } from "./proxy-network.ts";

/** Object to proxy to, and the path below it. */
interface ProxyTarget {
  readonly row: ResourceRow;
  readonly namespace: string | undefined;
  /** `name`, `name:port` or `scheme:name:port`. */
  readonly name: string;
  /** `proxy/metrics`. */
  readonly subresource: string;
}

/** Answers `…/proxy`: hands the request on to a pod, a pod behind a Service, or a node's kubelet. */
export const answerProxy = (world: World, { row, namespace, name: asked, subresource }: ProxyTarget, request: ApiRequest): ApiAnswer => {
  const { scheme, name, port } = partsOf(asked);
  const refused = connectionProblem(world, request.user, {
    row,
    subresource: "proxy",
    namespace,
    name: asked,
    options: { path: subresource.slice("proxy".length) },
  });
  if (refused !== undefined) return refuse(refused);
  const place = PLACES[row.resource]?.(world, { row, namespace, name, port, asked });
  if (place === undefined) return refuse(notFound(row, name));
  if ("refusal" in place) return place.refusal;
  const path = pathOf(subresource, request);
  const answer =
    "kubelet" in place
      ? askKubelet(world, place, path)
      : callHost(world, {
          scheme,
          ...place,
          path,
          method: request.method === "GET" ? "GET" : "POST",
          ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
        });
  return "problem" in answer ? unavailable(`error trying to reach service: ${answer.problem}`) : answer;
};

type Place =
  | { readonly host: string; readonly port: number }
  | { readonly kubelet: string; readonly host: string }
  | { readonly refusal: ApiAnswer };

interface Wanted {
  readonly row: ResourceRow;
  readonly namespace: string | undefined;
  readonly name: string;
  /** A number or a name; empty: whichever there is. */
  readonly port: string;
  readonly asked: string;
}

const partsOf = (asked: string): { readonly scheme: string; readonly name: string; readonly port: string } => {
  const [first = "", second = "", third = ""] = asked.split(":");
  return asked.split(":").length === 3 ? { scheme: first, name: second, port: third } : { scheme: "http", name: first, port: second };
};

const pathOf = (subresource: string, { query }: ApiRequest): string => {
  const text = Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
  return `${subresource.slice("proxy".length) || "/"}${text === "" ? "" : `?${text}`}`;
};

const unavailable = (message: string): ApiAnswer => refuse(failure(503, "ServiceUnavailable", message));

const podPlace = (world: World, { namespace, name, port }: Wanted): Place | undefined => {
  const pod = getObject<Pod>(world, "pods", namespace, name);
  if (pod === undefined) return undefined;
  const host = pod.status?.podIP;
  if (host === undefined) return { refusal: refuse(badRequest("address not allowed")) };
  const first = pod.spec.containers.find(({ ports = [] }) => ports.length > 0)?.ports?.[0]?.containerPort ?? 80;
  return { host, port: port === "" ? first : Number(port) };
};

const servicePlace = (world: World, { row, namespace, name, port, asked }: Wanted): Place | undefined => {
  const service = getObject<Service>(world, "services", namespace, name);
  if (service === undefined) return undefined;
  // The server takes what it looks for behind a Service for the Service.
  const endpoints = getObject<Endpoints>(world, "endpoints", namespace, name);
  if (endpoints === undefined) return { refusal: refuse(notFound(row, name)) };
  const numbered = /^\d+$/.test(port) ? service.spec.ports?.find((candidate) => candidate.port === Number(port)) : undefined;
  if (/^\d+$/.test(port) && numbered === undefined) return { refusal: unavailable(`no service port ${port} found for service "${name}"`) };
  const wanted = numbered === undefined ? port : (numbered.name ?? "");
  const found = (endpoints.subsets ?? []).flatMap(({ addresses = [], ports = [] }) => {
    const match = ports.find((candidate) => (candidate.name ?? "") === wanted);
    return match === undefined ? [] : addresses.map(({ ip }) => ({ host: ip, port: match.port }));
  });
  // Where nobody is behind it at all, the Service is named; where nobody has the port, what was asked for.
  const subject = (endpoints.subsets ?? []).length === 0 ? name : asked;
  if (found.length === 0) return { refusal: unavailable(`no endpoints available for service "${subject}"`) };
  return found[world.rng(`apiserver/proxy/${namespace}/${name}/${world.nowMs()}`).int(0, found.length - 1)];
};

const nodePlace = (world: World, { name, port }: Wanted): Place | undefined => {
  const node = getObject<Node>(world, "nodes", undefined, name);
  if (node === undefined) return undefined;
  const host = node.status?.addresses?.find(({ type }) => type === "InternalIP")?.address ?? "";
  return port === "" || port === KUBELET_PORT ? { kubelet: name, host } : { host, port: Number(port) };
};

const KUBELET_PORT = "10250";

const PLACES: Readonly<Record<string, (world: World, wanted: Wanted) => Place | undefined>> = {
  pods: podPlace,
  services: servicePlace,
  nodes: nodePlace,
};

/** Answer of a kubelet; `/healthz` and `/pods` are served. */
const askKubelet = (world: World, { kubelet, host }: { readonly kubelet: string; readonly host: string }, path: string): ProxyAnswer => {
  if (!isKubeletRunning(world, kubelet)) return { problem: `dial tcp ${host}:${KUBELET_PORT}: connect: connection refused` };
  if (path === "/healthz") return { status: 200, body: "ok" };
  if (path !== "/pods" && path !== "/pods/") return { status: 404, body: "404 page not found\n" };
  const items = listObjects<Pod>(world, "pods").filter(({ spec }) => spec.nodeName === kubelet);
  return { status: 200, body: JSON.stringify({ kind: "PodList", apiVersion: "v1", metadata: {}, items }) };
};
