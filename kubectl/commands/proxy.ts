import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { notAvailable } from "../command-line/refused-commands.ts";

/** `kubectl proxy`: refused if its arguments are right. */
export const proxyCommand: Command = defineCommand({
  path: "proxy",
  usage: "[--port=PORT]",
  flags: flagTable(
    "www,w string",
    "www-prefix,P string",
    "api-prefix string",
    "accept-paths string",
    "reject-paths string",
    "accept-hosts string",
    "reject-methods string",
    "port,p int",
    "address string",
    "disable-filter bool",
    "unix-socket,u string",
    "keepalive duration",
    "append-server-path bool",
  ),
  run: async () => {
    throw notAvailable("proxy");
  },
});
