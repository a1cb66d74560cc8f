import type { ServerInfo__Output } from "#proto/gen/kubedrill/v1/ServerInfo.ts";

/** A server of a set. */
export interface Member<Connection> {
  /** Id that it says it has; its address where it says none. */
  readonly id: string;
  /** Address at which it answered last. */
  address: string;
  /** Connection to that address; undefined while another server answers there. */
  connection: Connection | undefined;
  readonly facts: Readonly<Record<NamedFact, string>>;
  /** Number of free slots, as far as is known. */
  room: number;
  /** True while it takes new episodes. */
  isReady: boolean;
  /** Time of the first call that it left unanswered, ms; undefined: it answered the last one. */
  awaySinceMs: number | undefined;
  /** Time of the last such call, ms: a server of which nobody has asked since may be back. */
  failedAtMs: number;
  /** Number of episodes that are there. */
  episodes: number;
}

/** Fact by which servers are compared, as the protocol names it. */
export type NamedFact = "build_digest" | "runtime" | "task_key_id";

/** Reads what a server says of itself. */
export const readMember = <Connection>(address: string, connection: Connection, info: ServerInfo__Output): Member<Connection> => ({
  id: info.serverId || address,
  address,
  connection,
  facts: { build_digest: info.buildDigest ?? "", runtime: info.runtime ?? "", task_key_id: info.taskKeyId ?? "" },
  room: (info.backends ?? []).reduce((sum, { slotsFree = 0 }) => sum + slotsFree, 0),
  isReady: info.state !== "STATE_DRAINING",
  awaySinceMs: undefined,
  failedAtMs: 0,
  episodes: 0,
});
