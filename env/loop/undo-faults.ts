import type { Injector } from "#injectors/injector.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { InjectedFault } from "./incident.ts";

/** Undoes what restoring the baseline's objects does not, last fault first. Safe to repeat. */
export const undoFaults = async (faults: readonly RecoverableFault[], cluster: ClusterPort, baseline: Baseline): Promise<void> => {
  for (const { injector, params } of [...faults].reverse()) await injector.recover?.(cluster, params, baseline);
};

/** A fault as far as undoing it needs. */
type RecoverableFault = Pick<InjectedFault, "injector" | "params">;

/** Data about the faults of an episode for a pool to store, so that the next server can undo them. */
export const memoOf = (faults: readonly InjectedFault[]): unknown =>
  faults.map(({ injector, target, params }) => ({ fault: injector.id, target, params })) satisfies FaultMemo;

/**
 * Undoes the faults of stored data.
 * @param injectors of this build; faults of others are left to the comparison with the baseline
 */
export const undoByMemo =
  (injectors: readonly Injector[]) =>
  async (memo: unknown, cluster: ClusterPort, baseline: Baseline): Promise<void> => {
    const faults = (memo as FaultMemo).flatMap(({ fault, params }) => {
      const injector = injectors.find(({ id }) => id === fault);
      return injector === undefined ? [] : [{ injector, params: injector.params.parse(params) }];
    });
    await undoFaults(faults, cluster, baseline);
  };

type FaultMemo = readonly { readonly fault: string; readonly target: string; readonly params: unknown }[];
