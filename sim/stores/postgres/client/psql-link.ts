import { findProcess } from "../../../processes/process-keys.ts";
import type { AppletCall } from "../../../shell/interpreter/applet-call.ts";
import { CONNECT_TIMEOUT_MS, dialServer, homeOf } from "../../connections/dial-server.ts";
import type { StoreServer } from "../../runtime/server-state.ts";
import { turnOf } from "../server/live-session.ts";
import { postgresStore } from "../server/postgres-cluster.ts";
import { signIn } from "../server/sign-in.ts";
import type { TableStyle } from "./format-table.ts";
import type { PsqlOptions } from "./psql-options.ts";

/** State of the client between statements. */
export interface PsqlState {
  readonly link: PsqlLink | undefined;
  readonly style: TableStyle;
  /** Incomplete statement. */
  readonly buffer: string;
  /** Text still to be run, and the action after it. */
  readonly todo: string;
  readonly source: Source;
  readonly line: number;
  readonly action: number;
  readonly failure: string;
  readonly sentAtMs: number;
  readonly shows: string;
  readonly isTimed: boolean;
  readonly isExiting: boolean;
  readonly status: number;
}

export interface PsqlLink {
  readonly serverKey: string;
  readonly startedAtMs: number;
  readonly port: number;
  readonly pid: number;
}

type Source = { readonly kind: "command" } | { readonly kind: "file"; readonly name: string } | { readonly kind: "input" };

type Failed = { readonly failure: string; readonly waitMs?: number };

/** Opens a session; the failure is all that `psql` says. */
export const connectTo = (call: AppletCall, options: PsqlOptions, database: string): PsqlLink | Failed => {
  const { host, port, user, password, application, timeoutMs } = options;
  const { world, process } = call.machine;
  const isLocal = host === "" || host.startsWith("/");
  const own: StoreServer = { process, port };
  if (isLocal && postgresStore.state(world, own) === undefined)
    return {
      failure: `psql: error: connection to server on socket "${host === "" ? "/var/run/postgresql" : host}/.s.PGSQL.${port}" failed: No such file or directory\n\tIs the server running locally and accepting connections on that socket?\n`,
    };
  const dialled = isLocal
    ? ({ kind: "connected", server: own, address: "", home: homeOf(call, true) } as const)
    : dialServer(call, host, port, "postgres");
  if (dialled.kind === "no-such-host")
    return {
      failure: `psql: error: could not translate host name "${host}" to address: ${dialled.isTemporary ? "Temporary failure in name resolution" : "Name or service not known"}\n`,
    };
  const label = /^[\d.]+$/.test(host) && dialled.kind !== "connected" ? `"${host}"` : `"${host}" (${dialled.address})`;
  const where = isLocal
    ? `on socket "${host === "" ? "/var/run/postgresql" : host}/.s.PGSQL.${port}"`
    : `at ${/^[\d.]+$/.test(host) ? `"${host}"` : label}, port ${port}`;
  const failed = (why: string): Failed => ({ failure: `psql: error: connection to server ${where} failed: ${why}\n` });
  if (dialled.kind === "refused")
    return failed("Connection refused\n\tIs the server running on that host and accepting TCP/IP connections?");
  if (dialled.kind === "dropped")
    return timeoutMs === undefined
      ? {
          ...failed("Connection timed out\n\tIs the server running on that host and accepting TCP/IP connections?"),
          waitMs: CONNECT_TIMEOUT_MS,
        }
      : { ...failed("timeout expired"), waitMs: timeoutMs };
  if (dialled.kind === "other") return failed("received invalid response to SSL negotiation: H");
  const signed = signIn(world, dialled.server, { user, database, password, application, home: dialled.home, isLocal });
  if (signed.kind === "no-password") return failed("fe_sendauth: no password supplied");
  if (signed.kind === "refused") return failed(`FATAL:  ${signed.text}${signed.detail === undefined ? "" : `\nDETAIL:  ${signed.detail}`}`);
  return {
    serverKey: dialled.server.process.key,
    startedAtMs: dialled.server.process.startedAtMs,
    port: dialled.server.port,
    pid: signed.pid,
  };
};

/** The server of a session, where it still runs. */
export const serverOf = ({ machine: { world } }: AppletCall, { serverKey, startedAtMs, port }: PsqlLink): StoreServer | undefined => {
  const process = findProcess(world, serverKey, startedAtMs);
  return process === undefined ? undefined : { process, port };
};

/** Turn of the client's session, for meta-commands that list objects; undefined without a connection. */
export const lookAround = (call: AppletCall, { link }: PsqlState) => {
  const server = link === undefined ? undefined : serverOf(call, link);
  return link === undefined || server === undefined ? undefined : turnOf(call.machine.world, server, link.pid);
};
