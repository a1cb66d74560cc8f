import type { World } from "../../../kernel/world.ts";
import { printLines } from "../../../processes/process-output.ts";
import { planRegistrations } from "../../behaviour/registration.ts";
import { NEXT, type Program, type Step } from "../../runtime/program.ts";
import { consulLine } from "./consul-log.ts";

/** A consul agent in development mode: everything in memory. */
export const CONSUL: Program = {
  memory: { startMiB: 18, idleMiB: 45 },
  bootMs: 3000,
  steps: [(context) => openPorts(context)],
  onTerm: {
    afterMs: 500,
    exitCode: 0,
    lines: (world) => [
      consulLine(world.nowMs(), "INFO", "agent", "Gracefully shutting down agent..."),
      consulLine(world.nowMs(), "INFO", "agent", "Exit code: code=0"),
    ],
  },
};

const openPorts: Step = function* ({ world, process, network }) {
  const opened = yield* network.listen([
    { port: 8500, protocol: "TCP", serves: "http/consul" },
    { port: 8300, protocol: "TCP", serves: "consul-rpc" },
    { port: 8600, protocol: "UDP", serves: "consul-dns" },
    { port: 8600, protocol: "TCP", serves: "consul-dns" },
  ]);
  if (!opened)
    return {
      kind: "exit",
      exitCode: 1,
      lines: [
        consulLine(
          world.nowMs(),
          "ERROR",
          "agent",
          'Error starting agent: error="Failed to start Consul server: listen tcp 0.0.0.0:8500: bind: address already in use"',
        ),
      ],
    };
  printLines(world, process, startLines(world));
  planRegistrations(world);
  return NEXT;
};

const startLines = (world: World): readonly string[] => {
  const at = world.nowMs();
  return [
    "==> Starting Consul agent...",
    "               Version: '1.22.3'",
    "            Datacenter: 'dc1' (Segment: '<all>')",
    "                Server: true (Bootstrap: false)",
    "           Client Addr: [0.0.0.0] (HTTP: 8500, HTTPS: -1, gRPC: 8502, gRPC-TLS: 8503, DNS: 8600)",
    "==> Log data will now stream in as it occurs:",
    consulLine(at, "INFO", "agent.server.raft", 'entering leader state: leader="Node at 127.0.0.1:8300 [Leader]"'),
    consulLine(at, "INFO", "agent.server", "cluster leadership acquired"),
    consulLine(at, "INFO", "agent", "Consul agent running!"),
  ];
};
