import { z } from "zod";

const count = z.int().min(0);

const metricValue = z.union([
  /** Requests served since the start, by how they ended. */
  z.strictObject({ served: z.enum(["requests", "successes", "timeouts", "rejections"]) }),
  /** Calls sent to a program since the start, by how they ended. */
  z.strictObject({ sent: z.enum(["requests", "successes", "errors", "timeouts"]), to: z.string() }),
  z.strictObject({ setting: z.string() }),
  /** Requests that wait because more than `workers` are in flight; at most the value of a setting. */
  z.strictObject({ waiting: z.strictObject({ workers: count, atMost: z.string() }) }),
  z.literal("in-flight"),
]);

/** Schema of the exporter of a program. */
export const metricsSchema = z.strictObject({
  port: count,
  families: z.array(z.strictObject({ name: z.string(), type: z.enum(["counter", "gauge"]), help: z.string(), value: metricValue })),
});

export type MetricBehaviour = z.output<typeof metricsSchema>["families"][number];
