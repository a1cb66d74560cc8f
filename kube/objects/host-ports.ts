import type { PodSpec } from "../types/pod.ts";

/** Ports of the node that a pod takes, as `protocol/port`. */
export const hostPorts = (spec: PodSpec): readonly string[] =>
  spec.containers.flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort, protocol = "TCP" }) => (hostPort === undefined || hostPort === 0 ? [] : [`${protocol}/${hostPort}`])),
  );
