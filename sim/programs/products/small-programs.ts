import { toMicroTimestamp } from "#core/timestamp.ts";
import { COREFILE_PATH, readCorefile } from "../../network/names/corefile.ts";
import { NEXT, type Program } from "../runtime/program.ts";
import { createServer, openSockets, tcp, udp } from "./server-program.ts";

/** Program memcached; its working set grows with its content. */
export const MEMCACHED = createServer({ startMiB: 2, idleMiB: 4, bootMs: 300, sockets: [tcp(11211, "memcached")] });

/** Jaeger in one process, spans in memory. */
export const JAEGER = createServer({
  startMiB: 10,
  idleMiB: 30,
  bootMs: 800,
  sockets: [
    tcp(16686, "http/jaeger"),
    tcp(14268, "http/jaeger-collector"),
    tcp(14269, "http/jaeger-admin"),
    tcp(14250, "grpc/jaeger"),
    tcp(5778, "http/jaeger-agent"),
    udp(6831, "jaeger-spans"),
    udp(6832, "jaeger-spans"),
  ],
  lines: (world) => {
    const ts = world.nowMs() / 1000;
    return [
      JSON.stringify({
        level: "info",
        ts,
        caller: "flags/service.go:110",
        msg: "Mounting metrics handler on admin server",
        route: "/metrics",
      }),
      JSON.stringify({
        level: "info",
        ts,
        caller: "memory/factory.go:85",
        msg: "Memory storage initialized",
        configuration: { "max-traces": 0 },
      }),
      JSON.stringify({ level: "info", ts, caller: "app/server.go:290", msg: "Starting HTTP server", port: 16686, addr: ":16686" }),
      JSON.stringify({ level: "info", ts, caller: "healthcheck/handler.go:129", msg: "Health Check state change", status: "ready" }),
    ];
  },
});

/** Grafana with its database in a file. */
export const GRAFANA = createServer({
  startMiB: 40,
  idleMiB: 120,
  bootMs: 5000,
  sockets: [tcp(3000, "http/grafana")],
  lines: (world) => {
    const t = toMicroTimestamp(world.nowMs());
    return [
      `logger=settings t=${t} level=info msg="Starting Grafana" version=12.2.0 branch=HEAD compiled=2025-09-22T15:19:02Z`,
      `logger=migrator t=${t} level=info msg="migrations completed" performed=0 skipped=672 duration=1.9ms`,
      `logger=http.server t=${t} level=info msg="HTTP Server Listen" address=[::]:3000 protocol=http subUrl= socket=`,
    ];
  },
});

/** OpenSearch as a single node. */
export const OPENSEARCH = createServer({
  startMiB: 220,
  idleMiB: 780,
  bootMs: 14_000,
  sockets: [tcp(9200, "http/opensearch"), tcp(9300, "opensearch-transport")],
  lines: (world, { start: { pod } }) => {
    const t = toMicroTimestamp(world.nowMs()).slice(0, 23).replace(".", ",");
    const line = (part: string, message: string) => `[${t}][INFO ][${part.padEnd(25)}] [${pod.metadata.name}] ${message}`;
    return [
      line("o.o.n.Node", "version[3.2.0], pid[1], build[docker], OS[Linux], JVM[Eclipse Adoptium/OpenJDK 64-Bit Server VM/24.0.2]"),
      line("o.o.h.AbstractHttpServer", "publish_address {0.0.0.0:9200}, bound_addresses {[::]:9200}"),
      line("o.o.n.Node", "started"),
    ];
  },
});

/** The cluster's DNS server; one that cannot read its Corefile says where, and ends. */
export const COREDNS: Program = {
  memory: { startMiB: 8, idleMiB: 16 },
  bootMs: 600,
  steps: [
    ({ process: { start } }) => {
      const read = readCorefile(start.files[COREFILE_PATH] ?? "");
      if (read.ok) return NEXT;
      return { kind: "exit", exitCode: 1, lines: [`${COREFILE_PATH}:${read.line} - Error during parsing: ${read.problem}`] };
    },
    openSockets(
      [udp(53, "dns"), tcp(53, "dns"), tcp(8080, "http/coredns-health"), tcp(8181, "http/coredns-ready"), tcp(9153, "http/metrics")],
      () => [
        ".:53",
        "[INFO] plugin/reload: Running configuration SHA512 = 1b226df79860026c6a52e67daa10d7f0d57ec5b023288ec00c5e05f93523c894564e15b91770d3a07ae1cfbe861d15b37d4a0027e69c546ab112970993a3b03b",
        "CoreDNS-1.13.1",
        "linux/amd64, go1.25.2, 1db4568",
      ],
    ),
  ],
  onTerm: { afterMs: 5000, exitCode: 0 },
};

/** kube-proxy as far as the cluster can see it; the forwarding itself is the network's. */
export const KUBE_PROXY = createServer({
  startMiB: 10,
  idleMiB: 22,
  bootMs: 300,
  sockets: [tcp(10256, "http/kube-proxy-health"), tcp(10249, "http/metrics")],
});

/** Programs that run, hold some memory, and listen nowhere. */
export const KINDNET = createServer({ startMiB: 6, idleMiB: 14, bootMs: 200, sockets: [] });
export const LOCAL_PATH_PROVISIONER = createServer({ startMiB: 6, idleMiB: 14, bootMs: 300, sockets: [] });

/** Programs that measure the cluster and are asked for what they found. */
export const EXPORTERS: Readonly<Record<string, Program>> = {
  "metrics-server": createServer({ startMiB: 14, idleMiB: 22, bootMs: 900, sockets: [tcp(10_250, "https")] }),
  "kube-state-metrics": createServer({ startMiB: 12, idleMiB: 26, bootMs: 500, sockets: [tcp(8080, "http"), tcp(8081, "http")] }),
  "otel-collector": createServer({ startMiB: 40, idleMiB: 92, bootMs: 900, sockets: [tcp(4317, "grpc"), tcp(8889, "http")] }),
  "mongodb-exporter": createServer({ startMiB: 8, idleMiB: 17, bootMs: 300, sockets: [tcp(9216, "http")] }),
  "memcached-exporter": createServer({ startMiB: 6, idleMiB: 11, bootMs: 200, sockets: [tcp(9150, "http")] }),
  "node-exporter": createServer({ startMiB: 8, idleMiB: 16, bootMs: 200, sockets: [tcp(9100, "http")] }),
};

export const PAUSE = createServer({ startMiB: 0.4, idleMiB: 0.4, bootMs: 0, sockets: [] });

/** Programs of the control plane's pods; the control plane itself is modelled elsewhere. */
export const CONTROL_PLANE: Readonly<Record<string, Program>> = {
  etcd: createServer({ startMiB: 10, idleMiB: 48, bootMs: 400, sockets: [tcp(2379, "etcd"), tcp(2380, "etcd")] }),
  "kube-apiserver": createServer({ startMiB: 30, idleMiB: 240, bootMs: 1500, sockets: [tcp(6443, "https/kube-apiserver")] }),
  "kube-controller-manager": createServer({
    startMiB: 20,
    idleMiB: 62,
    bootMs: 800,
    sockets: [tcp(10257, "https/kube-controller-manager")],
  }),
  "kube-scheduler": createServer({ startMiB: 15, idleMiB: 34, bootMs: 700, sockets: [tcp(10259, "https/kube-scheduler")] }),
};
