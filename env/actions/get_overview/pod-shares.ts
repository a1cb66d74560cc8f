import type { Workload } from "../read-workloads.ts";

/** Use of the fullest pod: as a share of its limit, or plain where there is none; `-` if nobody measured it. */
export const podShares = (
  { pods }: Workload,
  { used, limits }: { readonly used: ByPod; readonly limits: ByPod },
  render: (amount: number) => string,
): string => {
  const measured = pods.flatMap(({ metadata: { name } }) => {
    const amount = used?.get(name);
    return amount === undefined ? [] : [{ amount, share: amount / (limits?.get(name) ?? Number.POSITIVE_INFINITY) }];
  });
  const fullest = measured.sort((a, b) => b.share - a.share || b.amount - a.amount)[0];
  if (fullest === undefined) return "-";
  return fullest.share > 0 ? `${Math.round(100 * fullest.share)}%` : render(fullest.amount);
};

type ByPod = ReadonlyMap<string, number> | undefined;
