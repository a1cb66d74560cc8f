import { compareQuantities } from "#kube/objects/quantity.ts";
import type { Container, PodSpec } from "#kube/types/pod.ts";

/** Quality of service class of a pod, by the requests and limits of its containers. */
export const qosClassOf = (spec: PodSpec): "Guaranteed" | "Burstable" | "BestEffort" => {
  const containers = [...spec.containers, ...(spec.initContainers ?? [])];
  if (containers.every(asksNothing)) return "BestEffort";
  return containers.every(isFullyBound) ? "Guaranteed" : "Burstable";
};

const COMPUTE = ["cpu", "memory"];

const amountOf = (amounts: Readonly<Record<string, string>> | undefined, name: string): string | undefined => {
  const amount = amounts?.[name];
  return amount === undefined || amount === "0" ? undefined : amount;
};

const asksNothing = ({ resources }: Container): boolean =>
  COMPUTE.every((name) => amountOf(resources?.requests, name) === undefined && amountOf(resources?.limits, name) === undefined);

const isFullyBound = ({ resources }: Container): boolean =>
  COMPUTE.every((name) => {
    const limit = amountOf(resources?.limits, name);
    const request = amountOf(resources?.requests, name);
    return limit !== undefined && (request === undefined || compareQuantities(limit, request) === 0);
  });
