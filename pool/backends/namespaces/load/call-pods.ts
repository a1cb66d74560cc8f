import { request as httpRequest } from "node:http";
import type { EndpointSlice, Service } from "#kube/types/network.ts";
import type { SlotView } from "../../../kubernetes/slot-view.ts";
import type { UserCall, UserRequest } from "./user-load.ts";

/**
 * Calls the pods behind a Service at their own addresses, where this machine has a route to them.
 *
 * It imitates a Service, so that users are affected by the same faults as callers in the cluster: a Service that is
 * gone, one that leads nowhere, a port that nobody listens on, a policy that lets nobody in. Unlike a call through a
 * node's address, it does not come from a node, to which policies do not apply.
 */
export const createPodCalls = (view: SlotView): UserCall => {
  let turn = 0;
  return async (request) => {
    const addresses = addressesOf(view, request);
    turn += 1;
    return await callHttp(addresses[turn % addresses.length] as Address, request);
  };
};

interface Address {
  readonly host: string;
  readonly port: number;
}

/** Lists the addresses behind a Service. @throws Error if there are none */
export const addressesOf = (
  view: Pick<SlotView, "objects">,
  { service, port }: Pick<UserRequest, "service" | "port">,
): readonly Address[] => {
  const found = (view.objects("services") as readonly Service[]).find(({ metadata }) => metadata.name === service);
  if (found === undefined) throw new Error(`${service}: no such host`);
  const portName = found.spec.ports?.find((candidate) => candidate.port === port)?.name ?? "";
  const slices = (view.objects("endpointslices.discovery.k8s.io") as readonly EndpointSlice[]).filter(
    ({ metadata }) => metadata.labels?.["kubernetes.io/service-name"] === service,
  );
  const addresses = slices.flatMap(({ endpoints, ports }) => {
    const target = ports?.find(({ name = "" }) => name === portName)?.port;
    if (target === undefined) return [];
    return (endpoints ?? [])
      .filter(({ conditions }) => conditions?.ready !== false)
      .flatMap((endpoint) => endpoint.addresses.map((host) => ({ host, port: target })));
  });
  if (addresses.length === 0) throw new Error(`${service}:${port}: connection refused`);
  return addresses;
};

const callHttp = (
  { host, port }: Address,
  { service, port: servicePort, method, path, timeoutMs }: UserRequest,
): Promise<{ readonly status: number; readonly body: string }> =>
  new Promise((resolve, reject) => {
    const headers = { Host: `${service}:${servicePort}`, ...(method === "POST" && { "Content-Length": "0" }) };
    const outgoing = httpRequest({ host, port, method, path, headers, agent: false, signal: AbortSignal.timeout(timeoutMs) }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") }));
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
