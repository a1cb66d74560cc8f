import type { JournalRecord } from "../../journal/journal-line.ts";

/**
 * What is known of a slot, whole in each line of the journal, so that the last one is enough.
 *
 * Each step of its life is written down before it is done: whoever finds the line after a crash knows what may have begun.
 */
export interface SlotRecord extends JournalRecord {
  readonly t: "slot";
  /** The slot's namespace, which is also its id. */
  readonly id: string;
  readonly app: string;
  readonly state: SlotState;
  /** Wall clock of the change. */
  readonly atMs: number;
  /** What undoes the episode beyond the baseline's objects, for whoever handed it over; only while it is leased or coming back. */
  readonly memo?: unknown;
  /** Pods that the agent ran commands in. */
  readonly touchedPods?: readonly string[];
  /** Why it is where it is, for the operator. */
  readonly reason?: string;
}

/** Where a slot is in its life. */
export type SlotState = keyof typeof SLOT_STATES;

/** The states, and what a server does that finds a slot there when it starts. */
export const SLOT_STATES = {
  making: { afterCrash: "remove", says: "being made" },
  ready: { afterCrash: "check", says: "warm, waits for an episode" },
  leased: { afterCrash: "restore", says: "an episode runs in it" },
  returning: { afterCrash: "restore", says: "being put back to its baseline" },
  removing: { afterCrash: "remove", says: "being deleted" },
  quarantined: { afterCrash: "keep", says: "differs from its baseline and could not be replaced; kept to be looked at" },
  gone: { afterCrash: "forget", says: "deleted" },
} as const;

/** The slots that a journal leaves: the last line of each, unless it is gone. */
export const foldSlotRecords = (records: readonly JournalRecord[]): readonly SlotRecord[] => {
  const slots = new Map<string, SlotRecord>();
  for (const record of records as readonly SlotRecord[]) {
    if (record.state === "gone") slots.delete(record.id);
    else slots.set(record.id, record);
  }
  return [...slots.values()];
};
