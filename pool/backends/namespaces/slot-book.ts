import { DrillError } from "#core/drill-error.ts";
import { STANDARD } from "#kube/app/variants/variant-ids.ts";
import type { Vacancies } from "../../backend.ts";
import type { Journal } from "../../journal/journal.ts";
import type { SlotRecord, SlotState } from "./slot-record.ts";

/** States of all slots of a pool; each change is on disk before it takes effect. */
export interface SlotBook {
  all(): readonly SlotRecord[];
  get(id: string): SlotRecord | undefined;
  /** Changes a slot's state; resolves once it is on disk. Facts that are not given are kept, except memo, touched pods and reason. */
  move(id: string, state: SlotState, facts?: SlotFacts): Promise<SlotRecord>;
  /** Takes a ready slot of a form of an app, in the order of waiting. Throws POOL_FULL if there is none in time. */
  take(form: SlotForm, timeoutMs: number): Promise<SlotRecord>;
  /** Counts the slots of a form that nobody has or waits for. */
  vacancies(form: SlotForm): Vacancies;
  /** Rejects all who wait, with this error. */
  refuse(error: DrillError): void;
}

/** The app of a slot and the form that it has there. */
export type SlotForm = Pick<SlotRecord, "app" | "variant">;

/** Further facts of a change of state. */
export type SlotFacts = Partial<SlotForm & Pick<SlotRecord, "memo" | "touchedPods" | "reason">>;

/** Creates the book from the journal's records. */
export const createSlotBook = (journal: Journal, found: readonly SlotRecord[], nowMs: () => number): SlotBook => {
  const slots = new Map(found.map((record) => [record.id, record]));
  const waiters = new Set<Waiter>();
  const move: SlotBook["move"] = async (id, state, facts = {}) => {
    const { app = "", variant = STANDARD } = slots.get(id) ?? {};
    const record: SlotRecord = { t: "slot", id, app, variant, state, atMs: nowMs(), ...facts };
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
    const waiter = [...waiters].find(({ form }) => isOf(form, record));
    if (waiter === undefined) free.add(record.id);
    else waiter.resolve(record);
  };
  const take: SlotBook["take"] = async (form, timeoutMs) => {
    const id = [...free].find((candidate) => slots.get(candidate)?.state === "ready" && isOf(form, slots.get(candidate)));
    if (id !== undefined) {
      free.delete(id);
      return slots.get(id) as SlotRecord;
    }
    return await waitForSlot(waiters, form, timeoutMs);
  };
  return {
    all: () => [...slots.values()],
    get: (id) => slots.get(id),
    move: (id, state, facts) => {
      free.delete(id);
      return move(id, state, facts);
    },
    take,
    vacancies: (form) => {
      const own = [...slots.values()].filter((record) => isOf(form, record));
      const isFree = ({ id, state }: SlotRecord): boolean => state === "ready" && free.has(id);
      const waiting = [...waiters].filter((waiter) => isOf(form, waiter.form)).length;
      const coming = own.filter(({ state }) => state === "making" || state === "returning").length;
      return { free: own.filter(isFree).length, coming: Math.max(0, coming - waiting) };
    },
    refuse: (error) => {
      for (const waiter of waiters) waiter.reject(error);
    },
  };
};

const isOf = ({ app, variant }: SlotForm, record: SlotForm | undefined): boolean => record?.app === app && record.variant === variant;

interface Waiter {
  readonly form: SlotForm;
  resolve(record: SlotRecord): void;
  reject(error: DrillError): void;
}

const waitForSlot = (waiters: Set<Waiter>, form: SlotForm, timeoutMs: number): Promise<SlotRecord> => {
  const { promise, resolve, reject } = Promise.withResolvers<SlotRecord>();
  const waiter: Waiter = { form, resolve, reject };
  waiters.add(waiter);
  const what = `no slot of ${form.app}, variant ${form.variant}, became ready within ${timeoutMs / 1000} s`;
  const timer = setTimeout(() => reject(new DrillError("POOL_FULL", what, { retryAfterMs: 5_000 })), timeoutMs);
  return promise.finally(() => {
    clearTimeout(timer);
    waiters.delete(waiter);
  });
};
