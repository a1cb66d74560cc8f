import { klogLine } from "../../../processes/klog-line.ts";
import type { Program } from "../../runtime/program.ts";
import { createServer, tcp } from "../server-program.ts";

const line = (atMs: number, source: string, text: string): string => klogLine(atMs, "I", source, text);

/** Programs in the image of the TiDB operator; what the operator does is modelled elsewhere. */
export const TIDB_OPERATOR_PROGRAMS: Readonly<Record<string, Program>> = {
  "tidb-controller-manager": createServer({
    startMiB: 18,
    idleMiB: 45,
    bootMs: 5000,
    sockets: [tcp(6060, "http/tidb-controller-manager")],
    lines: (world) => [
      line(world.nowMs(), "version.go:38", "Welcome to TiDB Operator."),
      line(world.nowMs(), "main.go:208", "cache of informer factories sync successfully"),
      line(world.nowMs(), "leaderelection.go:258", "successfully acquired lease tidb-controller-manager"),
      line(world.nowMs(), "tidb_cluster_controller.go:116", "Starting tidbcluster controller"),
    ],
  }),
  "tidb-discovery": createServer({
    startMiB: 8,
    idleMiB: 16,
    bootMs: 900,
    sockets: [tcp(10_261, "http/tidb-discovery"), tcp(10_262, "http/tidb-discovery-proxy")],
    lines: (world) => [
      line(world.nowMs(), "version.go:38", "Welcome to TiDB Operator."),
      line(world.nowMs(), "server.go:90", "starting TiDB Discovery server, listening on 0.0.0.0:10261"),
      line(world.nowMs(), "proxy.go:96", "starting TiDB Proxy server, listening on 0.0.0.0:10262"),
    ],
  }),
};
