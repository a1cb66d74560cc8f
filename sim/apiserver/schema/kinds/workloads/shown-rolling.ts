import type { IntOrString } from "#kube/types/meta.ts";
import type { Raw } from "../../codec/same.ts";

/** Bounds of a rolling update as Go's structs show them in refusals. */
export const shownRolling = ({
  maxUnavailable = 0,
  maxSurge = 0,
}: {
  readonly maxUnavailable?: IntOrString;
  readonly maxSurge?: IntOrString;
}): Raw => ({
  MaxUnavailable: maxUnavailable,
  MaxSurge: maxSurge,
});
