import type { ProbeResult } from "#kube/ports/probe.ts";
import { resolveHost } from "../../network/connections/connect.ts";
import { callerOfProcess } from "../../network/connections/process-caller.ts";
import { httpGet } from "../../network/http/http-get.ts";
import type { Applet, AppletCall, AppletResult } from "../interpreter/applet-call.ts";
import { toBytes } from "../machine/bytes.ts";
import { oddOptions } from "./odd-options.ts";
import { readOptions } from "./options.ts";

/** `wget` of busybox over plain HTTP. */
export const wget: Applet = (call) => {
  const options = readOptions(
    call.args,
    "cqSO:o:P:T:U:Y:t:h:d: post-data=d header=h spider=s quiet=q output-document=O tries=t no-check-certificate=c",
  );
  if (options.unknown !== undefined) return call.misuse(options.unknown, USAGE);
  const timeout = options.value("T") ?? "900";
  if (!/^\d+$/.test(timeout)) return call.fail(`invalid number '${timeout}'`);
  if (options.has("T") && oddOptions(call).fatal?.includes("T") === true) return call.die("SEGV");
  const [url = ""] = options.rest;
  const match = /^(?:(https?|ftp):\/\/)?([\w.-]+)(?::(\d+))?(\/[^#]*)?$/.exec(url);
  if (match === null) return options.rest.length === 0 ? call.usage(USAGE) : call.fail(`bad address '${url}'`);
  const [, , host = "", port, path = "/"] = match;
  const { world, process } = call.machine;
  const timeoutMs = Number(timeout) * 1000;
  const known = call.state as ProbeResult | undefined;
  const result =
    known ?? httpGet(world, callerOfProcess(world, process), { host, port: Number(port ?? "80"), method: "GET", path, timeoutMs });
  const isWaiting = known === undefined && result.latencyMs > 0 && result.kind !== "no-such-host";
  if (isWaiting) return call.awaitTime(call.machine.nowMs + Math.ceil(result.latencyMs), result);
  const isQuiet = options.has("q");
  const shown = `${host}${port === undefined ? "" : `:${port}`}`;
  switch (result.kind) {
    case "no-such-host":
      return call.fail(`bad address '${shown}'`);
    case "refused":
      return connecting(call, isQuiet, shown, result.detail, "can't connect to remote host", ": Connection refused");
    case "timed-out":
      return call.fail("download timed out");
    case "response":
      break;
    default:
      return call.fail("error getting response: Connection reset by peer");
  }
  if (!isQuiet) call.err(`Connecting to ${shown} (${addressOf(call, host)}:${port ?? 80})\n`);
  if (result.status >= 300) return call.fail(`server returned error: HTTP/1.1 ${result.status} ${REASONS[result.status] ?? "Error"}`);
  if (options.has("s")) {
    if (!isQuiet) call.err("remote file exists\n");
    return 0;
  }
  return save(call, toBytes(result.body), { path, to: options.value("O"), isQuiet });
};

const USAGE =
  "wget [-cqS] [--spider] [-O FILE] [-o LOGFILE] [--header STR]\n\t[--post-data STR | --post-file FILE] [-Y on/off]\n\t[--no-check-certificate] [-P DIR] [-U AGENT] URL...\n\nRetrieve files via HTTP or FTP\n\n\t--spider\tOnly check URL existence: $? is 0 if exists\n\t--header STR\tAdd STR (of form 'header: value') to headers\n\t--post-data STR\tSend STR using POST method\n\t--post-file FILE\tSend FILE using POST method\n\t--no-check-certificate\tDon't validate the server's certificate\n\t-c\t\tContinue retrieval of aborted transfer\n\t-q\t\tQuiet\n\t-P DIR\t\tSave to DIR (default .)\n\t-S    \t\tShow server response\n\t-O FILE\t\tSave to FILE ('-' for stdout)\n\t-o LOGFILE\tLog messages to FILE\n\t-U STR\t\tUse STR for User-Agent header\n\t-Y on/off\tUse proxy\n";

const addressOf = ({ machine: { world, process } }: AppletCall, host: string): string => {
  const resolution = resolveHost(world, callerOfProcess(world, process), host);
  return resolution.kind === "failed" ? host : (resolution.addresses[0] ?? host);
};

const REASONS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

const connecting = (call: AppletCall, isQuiet: boolean, shown: string, detail: string, what: string, why: string): number => {
  const address = detail.replace(/:\d+$/, "");
  if (!isQuiet) call.err(`Connecting to ${shown} (${detail})\n`);
  return call.fail(`${what} (${address})${why}`);
};

const save = (
  call: AppletCall,
  body: string,
  { path, to, isQuiet }: { readonly path: string; readonly to: string | undefined; readonly isQuiet: boolean },
): AppletResult => {
  if (to === "-") {
    if (!isQuiet) call.err("writing to stdout\n");
    call.out(body);
    if (!isQuiet)
      call.err(`-                    100% |********************************|    ${body.length}  0:00:00 ETA\nwritten to stdout\n`);
    return 0;
  }
  const file = to ?? (path.replace(/\?.*$/, "").split("/").pop() || "index.html");
  if (to === undefined && call.machine.fs.exists(call.path(file))) return call.fail(`can't open '${file}': File exists`);
  const error = call.machine.fs.write(call.path(file), body);
  if (error !== undefined) return call.fail(`can't open '${file}': ${error}`);
  if (!isQuiet)
    call.err(
      `saving to '${file}'\n${(file.split("/").at(-1) as string).slice(0, 20).padEnd(20)} 100% |********************************|    ${body.length}  0:00:00 ETA\n'${file}' saved\n`,
    );
  return 0;
};
