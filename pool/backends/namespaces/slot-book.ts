import { DrillError } from "#core/drill-error.ts";
import type { Journal } from "../../journal/journal.ts";
import type { SlotRecord, SlotState } from "./slot-record.ts";

/** States of all slots of a pool; each change is on disk before it takes effect. */
export interface SlotBook {
  all(): readonly SlotRecord[];
  get(id: string): SlotRecord | undefined;
  /** Changes a slot's state; resolves once it is on disk. Facts that are not given are kept, except memo, touched pods and reason. */
  move(id: string, state: SlotState, facts?: SlotFacts): Promise<SlotRecord>;
  /** Takes a ready slot of an app, in the order of waiting. Throws POOL_FULL if there is none in time. */
  take(app: string, timeoutMs: number): Promise<SlotRecord>;
  /** Rejects all who wait, with this error. */
  refuse(error: DrillError): void;
}

/** Further facts of a change of state. */
export type SlotFacts = Partial<Pick<SlotRecord, "app" | "memo" | "touchedPods" | "reason">>;

/** Creates the book from the journal's records. */
export const createSlotBook = (journal: Journal, found: readonly SlotRecord[], nowMs: () => number): SlotBook => {
  const slots = new Map(found.map((record) => [record.id, record]));
  const waiters = new Set<Waiter>();
  const move: SlotBook["move"] = async (id, state, facts = {}) => {
    const record: SlotRecord = { t: "slot", id, app: slots.get(id)?.app ?? "", state, atMs: nowMs(), ...facts };
    if (state === "gone") slots.delete(id);
    else slots.set(id, record);
    await journal.append(record, "durable");
    // Only when the disk says so as well may somebody have it.
    if (state === "ready") offer(record);
    return record;
  };
  /** Slots that became ready under this server: those of an earlier one are not leased before they are checked. */
  const free = new Set<string>();
  const offer = (record: SlotRecord): void => {
    const waiter = [...waiters].find(({ app }) => app === record.app);
    if (waiter === undefined) free.add(record.id);
    else waiter.resolve(record);
  };
  const take: SlotBook["take"] = async (app, timeoutMs) => {
    const id = [...free].find((candidate) => slots.get(candidate)?.app === app && slots.get(candidate)?.state === "ready");
    if (id !== undefined) {
      free.delete(id);
      return slots.get(id) as SlotRecord;
    }
    return await waitForSlot(waiters, app, timeoutMs);
  };
  return {
    all: () => [...slots.values()],
    get: (id) => slots.get(id),
    move: (id, state, facts) => {
      free.delete(id);
      return move(id, state, facts);
    },
    take,
    refuse: (error) => {
      for (const waiter of waiters) waiter.reject(error);
    },
  };
};

interface Waiter {
  readonly app: string;
  resolve(record: SlotRecord): void;
  reject(error: DrillError): void;
}

const waitForSlot = (waiters: Set<Waiter>, app: string, timeoutMs: number): Promise<SlotRecord> => {
  const { promise, resolve, reject } = Promise.withResolvers<SlotRecord>();
  const waiter: Waiter = { app, resolve, reject };
  waiters.add(waiter);
  const timer = setTimeout(
    () => reject(new DrillError("POOL_FULL", `no slot of ${app} became ready within ${timeoutMs / 1000} s`, { retryAfterMs: 5_000 })),
    timeoutMs,
  );
  return promise.finally(() => {
    clearTimeout(timer);
    waiters.delete(waiter);
  });
};
