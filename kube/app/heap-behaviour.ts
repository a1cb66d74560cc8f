import { z } from "zod";
import { amount } from "./amount.ts";

const positive = z.number().positive();

/** Schema of a program's garbage-collected memory. */
export const heapSchema = z.union([
  z.strictObject({
    /** A heap that cannot grow, as a JVM's: the fuller it is, the more often all that lives in it is traced. MiB. */
    maxMiB: amount,
    /** Live while nothing is served, what each request in the program or its queue keeps alive, and what it allocates in all. */
    liveMiB: positive,
    requestMiB: positive,
    allocatedMiB: positive,
  }),
  z.strictObject({
    /** A heap that is collected when it has grown by so many percent, as Go's by GOGC. */
    growthPercent: amount,
    /** Allocation of a request, MiB; collections at 100 percent are part of its CPU time. */
    allocatedMiB: positive,
  }),
]);

export type FixedHeap = Extract<z.output<typeof heapSchema>, { maxMiB: unknown }>;
