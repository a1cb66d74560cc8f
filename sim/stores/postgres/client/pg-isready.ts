import { fromBytes, toBytes } from "#shell/machine/bytes.ts";
import type { ContainerApplet } from "../../../containers/container-applet.ts";
import { dialServer } from "../../connections/dial-server.ts";
import { postgresStore } from "../server/postgres-cluster.ts";
import { readPsqlOptions } from "./psql-options.ts";

/** `pg_isready`: 0 accepts connections, 1 rejects them, 2 no answer, 3 no attempt was made. */
export const pgIsReady: ContainerApplet = (call) => {
  const args = call.args.map(fromBytes).filter((arg) => arg !== "-q" && arg !== "--quiet");
  const options = readPsqlOptions(
    args.filter((arg, index) => arg !== "-t" && args[index - 1] !== "-t" && !arg.startsWith("--timeout")),
    call.env,
    "root",
  );
  if (typeof options === "string") {
    call.err(`pg_isready: ${options}\n`);
    return 3;
  }
  const { host, port } = options;
  const isLocal = host === "" || host.startsWith("/");
  const label = isLocal ? (host === "" ? "/var/run/postgresql" : host) : host;
  const isUp = isLocal
    ? postgresStore.state(call.machine.world, { process: call.machine.process, port }) !== undefined
    : dialServer(call, host, port, "postgres").kind === "connected";
  if (args.length === call.args.length) call.out(toBytes(`${label}:${port} - ${isUp ? "accepting connections" : "no response"}\n`));
  return isUp ? 0 : 2;
};
