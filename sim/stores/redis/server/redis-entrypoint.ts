import { toBytes } from "#shell/machine/bytes.ts";
import type { ContainerApplet } from "../../../containers/container-applet.ts";
import { versionOf } from "./redis-version.ts";

/** `docker-entrypoint.sh` of the images: options and configuration files mean the server. */
export const redisEntrypoint: ContainerApplet = (call) => {
  const [first = ""] = call.args;
  const server = versionOf(call.machine.process).product === "Valkey" ? "valkey-server" : "redis-server";
  return call.become(first.startsWith("-") || first.endsWith(".conf") ? [toBytes(server), ...call.args] : call.args);
};
