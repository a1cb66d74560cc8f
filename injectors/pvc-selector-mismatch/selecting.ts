import type { Rng } from "#core/rng.ts";

/** A label that volumes have elsewhere. */
export interface LabelPair {
  readonly key: string;
  readonly value: string;
}

export const drawSelector = (rng: Rng): LabelPair => rng.pick(LABELS);

/** The part of a claim's specification that lets it take labelled volumes alone. */
export const selecting = ({ key, value }: LabelPair) => ({ selector: { matchLabels: { [key]: value } } });

const LABELS: readonly LabelPair[] = [
  { key: "disk", value: "ssd" },
  { key: "storage-tier", value: "gold" },
  { key: "media", value: "nvme" },
  { key: "pool", value: "fast" },
  { key: "usage", value: "shared-files" },
  { key: "release", value: "stable" },
];
