import type { World } from "../kernel/world.ts";
import { FLOW_HISTORY, type FlowRow, type OperationFlow } from "./flow-history.ts";

/**
 * Requests of users in a span of the world's time and how many of them failed, from the load's own count.
 *
 * A row is valid until the next; beyond now the present state is taken to last. Times before the first row count nothing.
 */
export const userTraffic = (world: World, fromMs: number, toMs: number): { readonly requests: number; readonly errors: number } => {
  const log = world.log<FlowRow>(FLOW_HISTORY);
  let requests = 0;
  let errors = 0;
  for (let i = Math.max(0, log.firstIndexWhere((row) => row.fromMs > fromMs) - 1); i < log.length; i++) {
    const row = log.at(i) as FlowRow;
    if (row.fromMs >= toMs) break;
    const seconds = (Math.min(log.at(i + 1)?.fromMs ?? toMs, toMs) - Math.max(row.fromMs, fromMs)) / 1000;
    if (seconds <= 0) continue;
    for (const operation of row.operations) {
      requests += operation.rate * seconds;
      errors += operation.rate * errorShare(operation) * seconds;
    }
  }
  return { requests: Math.round(requests), errors: Math.round(errors) };
};

/** Share of an operation's requests that fail. */
export const errorShare = ({ errors }: Pick<OperationFlow, "errors">): number =>
  Math.min(
    1,
    errors.reduce((sum, { share }) => sum + share, 0),
  );
