import { z } from "zod";
import { objectRef } from "#kube/checks/fault-target.ts";

/** A variable of a container of a workload. */
const place = z.object({ container: z.string().min(1), variable: z.string().min(1) });

/** Schema of the parameters: the server whose work is bounded, its caller, and what both are set to. */
export const params = z.object({
  server: objectRef("deployment", "statefulset"),
  limit: place,
  queue: place,
  caller: objectRef("deployment", "statefulset"),
  attempts: place,
  timeout: place,
  /** Requests per second that the server is to serve in the end. */
  perS: z.int().min(1),
  /** Requests that may wait. */
  waiting: z.int().min(1),
  /** Attempts of a call, the first included, and the time that each may take, ms. */
  tries: z.int().min(1),
  timeoutMs: z.int().min(1),
  /** Requests per second that the server gets when nothing is tried again. */
  needPerS: z.number().positive(),
  /** Factor of the load for ten seconds or more. */
  burst: z.int().min(2),
  burstMs: z.int().min(1),
});

/** Parameters of the fault. */
export type Params = z.output<typeof params>;
