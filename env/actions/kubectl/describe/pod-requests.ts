import { compareQuantities, sumQuantities } from "#kube/quantity.ts";
import type { Container, Pod } from "#kube/types/pod.ts";

/** What a pod asks for in sum. */
export interface PodAmounts {
  readonly requests: Readonly<Record<string, string>>;
  readonly limits: Readonly<Record<string, string>>;
}

/** Sums the containers of a pod; init containers count by the largest, restartable ones in full. */
export const podRequests = ({ spec }: Pod): PodAmounts => ({ requests: total(spec, "requests"), limits: total(spec, "limits") });

const total = (spec: Pod["spec"], list: "requests" | "limits"): Readonly<Record<string, string>> => {
  const init = spec.initContainers ?? [];
  const steady = [...spec.containers, ...init.filter(isSidecar)];
  const out: Record<string, string> = {};
  for (const name of new Set([...steady, ...init].flatMap(({ resources }) => Object.keys(resources?.[list] ?? {})))) {
    const sum = sumQuantities(steady.map((container) => container.resources?.[list]?.[name] ?? "0"));
    const largest = init.filter((container) => !isSidecar(container)).map((container) => container.resources?.[list]?.[name] ?? "0");
    out[name] = [sum, ...largest].reduce((a, b) => (compareQuantities(a, b) >= 0 ? a : b));
  }
  return out;
};

const isSidecar = ({ restartPolicy }: Container): boolean => restartPolicy === "Always";
