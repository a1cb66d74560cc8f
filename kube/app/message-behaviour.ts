import { z } from "zod";
import { amount } from "./amount.ts";

/** Schema of a broker of messages. */
export const brokerSchema = z.enum(["kafka", "rabbitmq"]).default("kafka");

/** Schema of the topic of a Kafka, or queue of a RabbitMQ, that a program reads as a member of a group. */
export const consumesSchema = z.strictObject({
  product: brokerSchema,
  /** Setting that holds `host:port` of the broker. */
  address: z.string(),
  topic: z.string(),
  group: z.string(),
  /** Operation that it does for each message, one after another. */
  operation: z.string(),
  /** Fate of a message whose operation fails: it is left out, or done again before those behind it. Missing: left out. */
  onError: z.enum(["skip", "retry"]).optional(),
  /**
   * Messages that it takes at once at most (`max.poll.records`), and the time in ms within which it has to be done with them
   * (`max.poll.interval.ms`): otherwise its group takes it for dead, and all of them are read again. Missing: there is no such time.
   */
  batch: z.strictObject({ messages: amount, withinMs: amount }).optional(),
});

export type ConsumesBehaviour = z.output<typeof consumesSchema>;
