import type { Service } from "#kube/types/network.ts";

/**
 * Index of a port in a Service's list.
 *
 * @throws Error if there is none of this number
 */
export const portIndex = ({ metadata, spec }: Service, port: number): number => {
  const index = spec.ports?.findIndex((candidate) => candidate.port === port) ?? -1;
  if (index < 0) throw new Error(`service/${metadata.name} has no port ${port}`);
  return index;
};
