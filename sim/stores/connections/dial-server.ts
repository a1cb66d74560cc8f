import { connect, resolveHost } from "../../network/connections/connect.ts";
import { callerOfProcess } from "../../network/connections/process-caller.ts";
import { findProcess } from "../../processes/process-keys.ts";
import type { AppletCall } from "../../shell/interpreter/applet-call.ts";
import { addressOf } from "../../shell/machine/runtime-files.ts";
import type { ConnectionHome } from "../runtime/connection-home.ts";
import type { StoreServer } from "../runtime/server-state.ts";

/** Result of connecting to a store. */
export type Dialled =
  | { readonly kind: "connected"; readonly server: StoreServer; readonly address: string; readonly home: ConnectionHome }
  /** Something listens there that speaks another language. */
  | { readonly kind: "other"; readonly address: string; readonly serves: string }
  | { readonly kind: "refused"; readonly address: string }
  | { readonly kind: "dropped"; readonly address: string }
  | { readonly kind: "no-such-host"; readonly isTemporary: boolean };

/** Dials `host:port` from a client's container for a server that speaks `serves`. Of several endpoints one is hit. */
export const dialServer = (call: AppletCall, host: string, port: number, serves: string): Dialled => {
  const { world, process } = call.machine;
  const targets = connect(world, callerOfProcess(world, process), host, port);
  const draw = targets.length < 2 ? 0 : world.rng(`clients/${process.key}/${call.proc.pid}/${world.nowMs()}`).int(0, targets.length - 1);
  const outcome = targets[draw]?.outcome;
  if (outcome === undefined) return { kind: "dropped", address: host };
  if (outcome.kind === "no-such-host")
    return { kind: "no-such-host", isTemporary: outcome.why !== undefined && outcome.why !== "nxdomain" };
  const resolution = resolveHost(world, callerOfProcess(world, process), host);
  const address = resolution.kind === "addresses" ? (resolution.addresses[0] ?? host) : host;
  if (outcome.kind !== "connected") return { kind: outcome.kind, address };
  const found = findProcess(world, outcome.process);
  if (found === undefined || outcome.serves !== serves) return { kind: "other", address, serves: outcome.serves };
  const isLocal = host === "localhost" || host.startsWith("127.");
  return { kind: "connected", server: { process: found, port: outcome.port }, address, home: homeOf(call, isLocal) };
};

/** The process of a client as a server knows it. */
export const homeOf = ({ machine, proc }: AppletCall, isLocal: boolean): ConnectionHome => ({
  key: machine.process.key,
  startedAtMs: machine.process.startedAtMs,
  pid: proc.pid,
  ip: isLocal ? "127.0.0.1" : addressOf(machine.world, machine.process),
  openedAtMs: machine.world.nowMs(),
});

/** Time until the kernel gives up a connection attempt without an answer, ms. */
export const CONNECT_TIMEOUT_MS = 131_000;
