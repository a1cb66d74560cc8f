import { STANDARD } from "#kube/app/variants/variant-ids.ts";
import type { JournalRecord } from "../../journal/journal-line.ts";

/**
 * State of a slot, complete in each line of the journal, so that the last one is enough.
 *
 * Each step of its life cycle is recorded before it begins, so that after a crash it is known what may have begun.
 */
export interface SlotRecord extends JournalRecord {
  readonly t: "slot";
  /** Namespace of the slot, which is also its id. */
  readonly id: string;
  readonly app: string;
  /** Form of the app that it was created with, `standard` for the published one. */
  readonly variant: string;
  readonly state: SlotState;
  /** Time of the change, wall ms. */
  readonly atMs: number;
  /** Data to undo the episode beyond the baseline's objects; only while the slot is leased or being returned. */
  readonly memo?: unknown;
  /** Pods that the agent ran commands in. */
  readonly touchedPods?: readonly string[];
  /** Reason for the state, for the operator. */
  readonly reason?: string;
}

/** State of a slot in its life cycle. */
export type SlotState = keyof typeof SLOT_STATES;

/** The states, with what a starting server does to a slot in each. */
export const SLOT_STATES = {
  making: { afterCrash: "remove", says: "being made" },
  ready: { afterCrash: "check", says: "warm, waits for an episode" },
  leased: { afterCrash: "restore", says: "an episode runs in it" },
  returning: { afterCrash: "restore", says: "being put back to its baseline" },
  removing: { afterCrash: "remove", says: "being deleted" },
  quarantined: { afterCrash: "keep", says: "differs from its baseline and could not be replaced; kept to be looked at" },
  gone: { afterCrash: "forget", says: "deleted" },
} as const;

/** Reduces a journal to the current slots: the last line of each, unless it is gone. */
export const foldSlotRecords = (records: readonly JournalRecord[]): readonly SlotRecord[] => {
  const slots = new Map<string, SlotRecord>();
  for (const record of records as readonly SlotRecord[]) {
    if (record.state === "gone") slots.delete(record.id);
    // Lines of versions that knew no variants have none.
    else slots.set(record.id, { ...record, variant: record.variant ?? STANDARD });
  }
  return [...slots.values()];
};
