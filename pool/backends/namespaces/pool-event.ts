import type { RollbackReport } from "../../backend.ts";
import type { CreationTimes } from "./create-slot.ts";

/** An event of a slot, for logs and progress. */
export type PoolEvent =
  | { readonly kind: "made"; readonly slot: string; readonly app: string; readonly variant: string; readonly times: CreationTimes }
  | { readonly kind: "restored"; readonly slot: string; readonly report: RollbackReport }
  | { readonly kind: "replaced"; readonly slot: string; readonly by: string }
  | { readonly kind: "quarantined"; readonly slot: string; readonly reason: string }
  | { readonly kind: "removed"; readonly slot: string; readonly ms: number }
  | { readonly kind: "expired"; readonly slot: string }
  | { readonly kind: "waiting"; readonly slot: string; readonly reason: string }
  | { readonly kind: "failed"; readonly slot: string; readonly reason: string };

/** Kinds of events, and whether they need the operator's attention. */
export const POOL_EVENTS: Readonly<Record<PoolEvent["kind"], { readonly isWorrying: boolean }>> = {
  made: { isWorrying: false },
  restored: { isWorrying: false },
  replaced: { isWorrying: true },
  quarantined: { isWorrying: true },
  removed: { isWorrying: false },
  expired: { isWorrying: true },
  waiting: { isWorrying: true },
  failed: { isWorrying: true },
};
