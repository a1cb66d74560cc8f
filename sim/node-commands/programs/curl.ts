import type { NodeProgram } from "../node-machine.ts";
import { listeners } from "./ss.ts";

/** `curl` of the machine's own health endpoints; elsewhere nobody answers it. */
export const curl: NodeProgram = (call) => {
  const url = call.args.find(
    (arg, at) => !arg.startsWith("-") && !/^-[omXHdw]$|^--(max-time|connect-timeout)$/.test(call.args[at - 1] ?? ""),
  );
  const [, host = "", port = "80", path = "/"] = /^(?:https?:\/\/)?(?:\[)?([\w.-]+)\]?(?::(\d+))?(\/.*)?$/.exec(url ?? "") ?? [];
  if (host === "") return fail(call, 2, "no URL specified");
  const { world, hostName: node } = call.machine;
  const isHere = host === "localhost" || host === "127.0.0.1" || host === node;
  const listens = isHere && listeners(world, node).some(({ address }) => address.endsWith(`:${port}`));
  if (!listens) return fail(call, 7, `Failed to connect to ${host} port ${port} after 0 ms: Couldn't connect to server`);
  if (!HEALTH.test(path)) return fail(call, 22, "The requested URL returned error: 404");
  call.out("ok");
  return 0;
};

const HEALTH = /^\/(?:healthz|livez|readyz)/;

const fail = (call: Parameters<NodeProgram>[0], code: number, text: string): number => {
  if (!call.args.some((arg) => /^-\w*s/.test(arg)) || call.args.some((arg) => /^-\w*S/.test(arg))) call.err(`curl: (${code}) ${text}\n`);
  return code;
};
