import type { AppRecord } from "#kube/app/app.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { RollbackReport, Verification } from "#pool/backend.ts";
import { verifyBaseline } from "#pool/baseline/compare-baseline.ts";
import { recordBaseline } from "#pool/baseline/record-baseline.ts";
import { type RestoreOptions, restoreBaseline } from "#pool/baseline/restore-baseline.ts";
import { SMALL_APP } from "./small-app.ts";

/** The small app in a namespace of any cluster. */
export interface SmallWorld {
  readonly app: AppRecord;
  readonly namespace: string;
  readonly baseline: Baseline;
  readonly admin: ClusterPort;
  /** Port with all rights in the namespace and none outside it. */
  readonly agent: ClusterPort;
  rollback(options?: RestoreOptions): Promise<RollbackReport>;
  verify(): Promise<Verification>;
  /** Deletes everything, without waiting for it. */
  close(): Promise<void>;
}

/** Records the baseline of a small app that is ready. */
export const createSmallWorld = async (parts: Pick<SmallWorld, "namespace" | "admin" | "agent" | "close">): Promise<SmallWorld> => {
  const { admin, namespace } = parts;
  const baseline = await recordBaseline(admin, { app: SMALL_APP, namespace });
  return {
    ...parts,
    app: SMALL_APP,
    baseline,
    rollback: (options) => restoreBaseline(admin, baseline, options),
    verify: () => verifyBaseline(admin, baseline),
  };
};
