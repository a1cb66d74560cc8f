import type { Container, PodTemplateSpec } from "../types/pod.ts";

/** A template with other fields of its first container. */
export const withContainer = (
  { spec, ...rest }: PodTemplateSpec,
  change: (container: Container) => Partial<Container>,
): PodTemplateSpec => ({
  ...rest,
  spec: { ...spec, containers: spec.containers.map((container, i) => (i === 0 ? { ...container, ...change(container) } : container)) },
});
