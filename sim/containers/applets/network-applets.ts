import { after } from "#shell/applets/after.ts";
import { oddOptions } from "#shell/applets/odd-options.ts";
import { readOptions } from "#shell/applets/options.ts";
import type { AppletResult } from "#shell/interpreter/applet-call.ts";
import { fromBytes } from "#shell/machine/bytes.ts";
import { connect, resolveHost } from "../../network/connections/connect.ts";
import { callerOfProcess } from "../../network/connections/process-caller.ts";
import { bindPorts, mayBind } from "../bind-port.ts";
import type { ContainerApplet, ContainerCall } from "../container-applet.ts";
import { isCapable } from "../machine/capabilities.ts";
import { hostname } from "./hostname.ts";
import { INTERFACE_APPLETS } from "./interface-applets.ts";
import { nslookup } from "./nslookup.ts";
import { wget } from "./wget.ts";

/** Without -f it goes to the background, and the command that started it is done. */
const httpd: ContainerApplet = (call) => {
  if (call.state !== undefined) return { wait: { on: "ever" }, state: call.state };
  const { machine, proc } = call;
  const { has, value } = readOptions(call.args, "ifvp:h:c:u:r:e:d:m:");
  const port = Number((value("p") ?? "80").split(":").pop());
  if (!Number.isInteger(port) || port <= 0) return call.fail(`bad port '${value("p")}'`);
  const home = call.path(value("h") ?? ".");
  if (!machine.fs.isFolder(home)) return call.fail(`can't change directory to '${value("h")}': No such file or directory`);
  if (!mayBind(call, port)) return call.fail("bind: Permission denied");
  if (!bindPorts(call, [{ port, protocol: "TCP", serves: `httpd/${home}` }])) return call.fail("bind: Address already in use");
  if (has("f")) return { wait: { on: "ever" }, state: "serving" };
  const child = machine.spawn({
    ppid: 1,
    argv: proc.argv,
    program: { kind: "applet", name: "httpd", args: call.args, state: "serving" },
    env: call.env,
    cwd: proc.cwd,
    fds: {},
    session: undefined,
  });
  child.sockets = proc.sockets ?? [];
  delete proc.sockets;
  return 0;
};

const netcat: ContainerApplet = (call) => {
  const { rest, has, value, unknown } = readOptions(call.args, withoutLetters("lkp:w:i:s:uzvne:", oddOptions(call).unknown ?? ""));
  if (unknown !== undefined) return call.misuse(unknown, NETCAT_USAGE);
  if (has("l")) return serve(call, Number(value("p") ?? rest.find((arg) => /^\d+$/.test(arg))));
  const [host = "", port = "0"] = rest;
  if (rest.length < 2) return call.usage(NETCAT_USAGE);
  const { world, process } = call.machine;
  const protocol = has("u") ? "UDP" : "TCP";
  const outcome = connect(world, callerOfProcess(world, process), host, Number(port), protocol)[0]?.outcome;
  const seconds = Number(value("w") ?? "130");
  if (outcome?.kind === "connected") {
    if (has("v")) call.err(`${host} (${outcome.podIP}:${port}) open\n`);
    if (has("z")) return 0;
    return call.withInput((bytes) =>
      after({ ...call, state: undefined } as ContainerCall, 0, { status: 0, stdout: spoken(outcome.serves, bytes) }),
    );
  }
  if (outcome?.kind === "no-such-host") return call.fail(`bad address '${host}'`);
  const address = outcome?.address.replace(/:\d+$/, "") ?? host;
  if (outcome?.kind === "refused")
    return after(call, 0, {
      status: 1,
      stderr: has("z") && !has("v") ? "" : `nc: can't connect to remote host (${address}): Connection refused\n`,
    });
  return after(call, seconds * 1000, {
    status: 1,
    stderr: value("w") === undefined ? `nc: can't connect to remote host (${address}): Connection timed out\n` : "nc: timed out\n",
  });
};

const NETCAT_USAGE =
  "nc [-iN] [-wN] [-l] [-p PORT] [-f FILE|IPADDR PORT] [-e PROG]\n\nOpen a pipe to IP:PORT or FILE\n\n\t-l\tListen mode, for inbound connects\n\t\t(use -ll with -e for persistent server)\n\t-p PORT\tLocal port\n\t-w SEC\tConnect timeout\n\t-i SEC\tDelay interval for lines sent\n\t-f FILE\tUse file (ala /dev/ttyS0) instead of network\n\t-e PROG\tRun PROG after connect\n";

/** Known options without some of their letters. */
const withoutLetters = (known: string, letters: string): string =>
  known.replace(/([a-z]):?/g, (option, letter: string) => (letters.includes(letter) ? "" : option));

/** Text that servers of plain text send. */
const spoken = (serves: string, _input: string): string => (serves.startsWith("nc/") ? serves.slice(3) : "");

const serve = (call: ContainerCall, port: number): AppletResult => {
  if (call.state === "serving") return { wait: { on: "ever" }, state: "serving" };
  if (!Number.isInteger(port) || port <= 0) return call.fail("bad local port");
  if (!mayBind(call, port)) return call.fail("bind: Permission denied");
  const isFed = call.proc.fds[0]?.kind === "pipe" || call.proc.fds[0]?.kind === "file";
  const start = (text: string): AppletResult => {
    if (!bindPorts(call, [{ port, protocol: "TCP", serves: `nc/${fromBytes(text)}` }])) return call.fail("bind: Address already in use");
    return { wait: { on: "ever" }, state: "serving" };
  };
  return isFed ? call.withInput(start) : start("");
};

/** Pods and nodes answer; cluster addresses do not. */
const ping: ContainerApplet = (call) => {
  const { rest, value } = readOptions(call.args, "46c:w:W:i:s:qI:t:n");
  const [host = ""] = rest;
  const { world, process } = call.machine;
  const resolution = resolveHost(world, callerOfProcess(world, process), host);
  if (resolution.kind === "failed") return after(call, 0, { status: 1, stderr: `ping: bad address '${host}'\n` });
  const [address = host] = resolution.addresses;
  if (!isCapable(process, "NET_RAW"))
    return after(call, 0, {
      status: 1,
      stdout: `PING ${host} (${address}): 56 data bytes\n`,
      stderr: "ping: permission denied (are you root?)\n",
    });
  const isUp = connect(world, callerOfProcess(world, process), address, 9).some(
    ({ outcome }) => outcome.kind === "refused" || outcome.kind === "connected",
  );
  const isService = address.startsWith("10.96.");
  const count = Math.min(100, Number(value("c") ?? value("w") ?? "4"));
  const received = isUp && !isService ? count : 0;
  const lines = Array.from(
    { length: received },
    (_unused, seq) => `64 bytes from ${address}: seq=${seq} ttl=63 time=0.0${60 + seq} ms\n`,
  ).join("");
  const loss = count === 0 ? 0 : Math.round(((count - received) * 100) / count);
  const trip = received === 0 ? "" : "round-trip min/avg/max = 0.060/0.062/0.068 ms\n";
  const text = `PING ${host} (${address}): 56 data bytes\n${lines}\n--- ${host} ping statistics ---\n${count} packets transmitted, ${received} packets received, ${loss}% packet loss\n${trip}`;
  return after(call, count * 1000 - (received > 0 ? 1000 : 0), { status: received > 0 ? 0 : 1, stdout: text });
};

/** Applets that use the network. */
export const NETWORK_APPLETS: Readonly<Record<string, ContainerApplet>> = {
  ...INTERFACE_APPLETS,
  hostname,
  httpd,
  nc: netcat,
  nslookup,
  ping,
  telnet: netcat,
  wget,
};
