import { isRecording, recordRead } from "../../kernel/recorded-reads.ts";
import type { World } from "../../kernel/world.ts";
import { homeOf } from "../../processes/message-groups.ts";
import type { Process } from "../../processes/process.ts";

/** Messages that groups have yet to read, by broker, topic and group; a group that is up to date has no entry. */
export type Lags = Readonly<Record<string, number>>;

/** The lags of this instant. */
export const lagsOf = (world: World): Lags => {
  const was = world.map<Lags>(LAGS).get(ALL);
  if (isRecording()) recordRead({ kind: "entry", map: LAGS, key: ALL, was });
  return was ?? NONE;
};

/** Replaces the lags of all groups. */
export const setLags = (world: World, lags: Lags): void => {
  if (Object.keys(lags).length > 0) world.map<Lags>(LAGS).set(ALL, lags);
  else world.map<Lags>(LAGS).delete(ALL);
};

/** Grows with every change of a lag. */
export const lagRevision = (world: World): number => world.map(LAGS).revision;

/** Names a group's place in a broker. */
export const lagKey = (home: string, { topic, group }: { readonly topic: string; readonly group: string }): string =>
  `${home} ${topic} ${group}`;

/** Messages that a group has yet to read. */
export const lagOf = (lags: Lags, broker: Process, place: { readonly topic: string; readonly group: string }): number =>
  lags === NONE ? 0 : (lags[lagKey(homeOf(broker), place)] ?? 0);

const LAGS = "flow/lags";
const ALL = "";
const NONE: Lags = {};
