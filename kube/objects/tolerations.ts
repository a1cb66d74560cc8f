import type { Taint } from "../types/cluster.ts";
import type { Toleration } from "../types/placement.ts";

/** Finds the toleration that accepts a taint. */
export const findToleration = (tolerations: readonly Toleration[] | undefined, taint: Taint): Toleration | undefined =>
  tolerations?.find(({ key, operator = "Equal", value = "", effect }) => {
    if (effect !== undefined && (effect as string) !== "" && effect !== taint.effect) return false;
    if (key !== undefined && key !== "" && key !== taint.key) return false;
    if ((key === undefined || key === "") && operator !== "Exists") return false;
    return operator === "Exists" || value === (taint.value ?? "");
  });

/** True if some toleration accepts the taint. */
export const tolerates = (tolerations: readonly Toleration[] | undefined, taint: Taint): boolean =>
  findToleration(tolerations, taint) !== undefined;
