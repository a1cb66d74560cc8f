import type { IntOrString } from "#kube/types/meta.ts";

/** Resolves an integer or a percentage of `total`, rounded up or down; nonsense counts as 0. */
export const resolvePercentage = (value: IntOrString | undefined, total: number, rounding: "up" | "down"): number => {
  if (value === undefined) return 0;
  if (typeof value === "number") return value;
  const percent = /^(\d+)%$/.exec(value);
  if (percent === null) return 0;
  const product = Number(percent[1]) * total;
  return rounding === "up" ? Math.ceil(product / 100) : Math.floor(product / 100);
};
