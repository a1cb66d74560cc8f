import { z } from "zod";

const positive = z.number().positive();

/** Schema of the feature flags that a program reads from a flagd, and what they change. A flag that is on counts 1, one that is a number counts that, and one that is off or out of reach 0. */
export const flagsSchema = z.strictObject({
  /** Setting that holds `host:port` of the flagd. */
  address: z.string(),
  effects: z
    .array(
      z.strictObject({
        flag: z.string(),
        operation: z.string(),
        /** Share of the operation's requests that fail with this error. */
        fails: z.strictObject({ share: z.number().positive().max(1), error: z.string() }).optional(),
        /** Time and CPU time that each request takes longer, ms. */
        addedMs: positive.optional(),
        addedCpuMs: positive.optional(),
        /** Memory that each request leaves behind, KiB. */
        leakKiB: positive.optional(),
        /** Messages that it sends besides each one. */
        messages: positive.optional(),
        /** Text that the operation answers instead of its own. */
        answer: z.string().optional(),
      }),
    )
    .min(1),
});

/** Schema of further requests that users make for each unit of a flag's value, 1/s. */
export const floodSchema = z.strictObject({ flag: z.string(), rps: positive });

export type FlagEffect = z.output<typeof flagsSchema>["effects"][number];
