import { versionOf } from "../../apps/redis/redis-version.ts";
import type { Applet } from "../interpreter/applet-call.ts";
import { toBytes } from "../machine/bytes.ts";

/** `docker-entrypoint.sh` of the images: options and configuration files mean the server. */
export const redisEntrypoint: Applet = (call) => {
  const [first = ""] = call.args;
  const server = versionOf(call.machine.process).product === "Valkey" ? "valkey-server" : "redis-server";
  return call.become(first.startsWith("-") || first.endsWith(".conf") ? [toBytes(server), ...call.args] : call.args);
};
