import { listObjects } from "../../apiserver/store/store.ts";
import type { World } from "../../kernel/world.ts";
import { connect } from "./connect.ts";
import type { Caller, Connected, ConnectionOutcome } from "./connection.ts";

/** Connects to a port as the API server does, from the host of the control plane. @returns why not, in Go's words, with `timedOut` for silence */
export const dialFromControlPlane = (
  world: World,
  host: string,
  port: number,
  timedOut: string,
): Connected | { readonly problem: string } => {
  const caller: Caller = { namespace: "", labels: {}, fromHost: true, node: controlPlane(world) };
  const outcome = connect(world, caller, host, port)[0]?.outcome;
  if (outcome === undefined) return { problem: timedOut };
  return outcome.kind === "connected" ? outcome : { problem: failureOf(outcome, timedOut) };
};

const controlPlane = (world: World): string =>
  listObjects(world, "nodes").find(({ metadata }) => metadata.labels?.["node-role.kubernetes.io/control-plane"] !== undefined)?.metadata
    .name ?? "";

const failureOf = (outcome: Exclude<ConnectionOutcome, { kind: "connected" }>, timedOut: string): string => {
  switch (outcome.kind) {
    case "refused":
      return `dial tcp ${outcome.address}: connect: connection refused`;
    case "dropped":
      return timedOut;
    case "no-such-host":
      return `dial tcp: lookup ${outcome.host}${outcome.server === undefined ? "" : ` on ${outcome.server}:53`}: no such host`;
  }
};
