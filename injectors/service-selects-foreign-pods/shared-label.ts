import type { Rng } from "#core/rng.ts";

/** A Service that selects by a label which pods of another workload have too. */
export interface Params {
  readonly service: string;
  /** The other workload, `deployment/search`. */
  readonly decoy: string;
  readonly key: string;
  readonly value: string;
}

/** Draws a label by which people tell parts of an application apart, and that no template has. */
export const sharedLabel = (rng: Rng, taken: readonly string[]): Pick<Params, "key" | "value"> =>
  rng.pick(LABELS.filter(({ key }) => !taken.includes(key)));

/** Strategic merge patch that gives all new pods of a workload a label; null takes it off. */
export const labelled = (key: string, value: string | null) => ({ spec: { template: { metadata: { labels: { [key]: value } } } } });

const LABELS: readonly Pick<Params, "key" | "value">[] = [
  { key: "app.kubernetes.io/part-of", value: "core" },
  { key: "app.kubernetes.io/part-of", value: "platform" },
  { key: "team", value: "platform" },
  { key: "team", value: "checkout" },
  { key: "stack", value: "backend" },
  { key: "layer", value: "services" },
  { key: "domain", value: "booking" },
  { key: "group", value: "internal" },
];
