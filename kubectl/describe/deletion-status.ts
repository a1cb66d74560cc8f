import { ageSince } from "#kube/table/human-duration.ts";
import type { ObjectMeta } from "#kube/types/meta.ts";

/** Phase of an object, or the time since which it is being deleted. */
export const statusText = ({ metadata }: { readonly metadata: ObjectMeta }, phase: string | undefined, nowMs: number): string =>
  metadata.deletionTimestamp === undefined ? (phase ?? "") : `Terminating (lasts ${ageSince(metadata.deletionTimestamp, nowMs)})`;
