import { ageSince } from "#kube/table/human-duration.ts";
import type { ObjectMeta } from "#kube/types/meta.ts";

/** A phase, or since when an object is being deleted. */
export const statusText = ({ metadata }: { readonly metadata: ObjectMeta }, phase: string | undefined, nowMs: number): string =>
  metadata.deletionTimestamp === undefined ? (phase ?? "") : `Terminating (lasts ${ageSince(metadata.deletionTimestamp, nowMs)})`;
