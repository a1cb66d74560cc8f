import type { Target, Unconnected } from "../language.ts";

/** Error of a call that took longer than the socket's timeout. */
export const LUA_TIMED_OUT = "TTransportException: timeout";

/** Error of a cosocket for a connection that failed. */
export const describeLuaDialFailure = (outcome: Unconnected, { host, port }: Target): string => {
  if (outcome.kind === "no-such-host")
    return outcome.why === undefined || outcome.why === "nxdomain"
      ? `TTransportException: Could not connect to ${host}:${port} (${host} could not be resolved (3: Host not found))`
      : `TTransportException: Could not connect to ${host}:${port} (${host} could not be resolved (110: Operation timed out))`;
  return `TTransportException: Could not connect to ${host}:${port} (${outcome.kind === "refused" ? "connection refused" : "timeout"})`;
};
