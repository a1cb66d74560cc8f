import { homeOf } from "../../processes/message-groups.ts";
import type { Process } from "../../processes/process.ts";
import { type Amounts, keptAmounts } from "./kept-amounts.ts";

/** Messages that groups have yet to read, by broker, topic and group. */
export const LAGS = keptAmounts("flow/lags");

/** Names a group's place in a broker. */
export const lagKey = (home: string, { topic, group }: { readonly topic: string; readonly group: string }): string =>
  `${home} ${topic} ${group}`;

/** Messages that a group has yet to read. */
export const lagOf = (lags: Amounts, broker: Process, place: { readonly topic: string; readonly group: string }): number =>
  lags[lagKey(homeOf(broker), place)] ?? 0;
