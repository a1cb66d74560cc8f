import type { OpenCluster } from "#env/open/open-cluster.ts";
import type { PaceName } from "#env/server/kube-http/paces.ts";
import { defineCommand } from "../../command.ts";
import { CliError } from "../../errors/cli-error.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";

interface ClusterCommandOptions {
  readonly nodes?: number;
  readonly app?: string;
  readonly variant?: string;
  readonly metrics?: boolean;
  readonly storageClass?: boolean;
  readonly kubeconfig?: string;
  readonly time: PaceName;
  readonly seed: string;
  readonly listen: string;
}

const count = (text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > NODES_MAX)
    throw new CliError(`--nodes is ${text}; give a number from 1 to ${NODES_MAX}`);
  return value;
};

const NODES_MAX = 200;

export default defineCommand<ClusterCommandOptions>({
  name: "cluster",
  summary: "run a simulated Kubernetes cluster that kubectl can talk to",
  description:
    "Runs a simulated cluster behind an https address in the foreground, writes a kubeconfig for its administrator, and prints where it is. Ctrl-C ends it; nothing of it is kept. Without options it is bare: one node that takes pods, name resolution, and no metrics API or StorageClass. Images are registry.local/busybox:1.35, registry.local/node:24 and registry.local/pause:3.10, besides those of the applications; others cannot be pulled.",
  options: [
    { flags: "--nodes <n>", description: "nodes that take pods (default: 1; with an application, 3)", parse: count },
    {
      flags: "--app <name>",
      description: "install an application and put load on it, such as hotel-reservation; with storage and metrics",
    },
    { flags: "--variant <id>", description: "variant of the application (default: its published form)" },
    { flags: "--metrics", description: "serve the metrics API, for kubectl top and autoscalers" },
    { flags: "--storage-class", description: "have a default StorageClass that provisions volumes" },
    { flags: "--kubeconfig <file>", description: "where to write the kubeconfig (default: a file in the temporary folder)" },
    {
      flags: "--time <pace>",
      description: "real: as the wall clock; x20: twenty times as fast; auto: as the wall clock, and fast while a client waits",
      choices: ["real", "x20", "auto"],
      fallback: "real",
    },
    { flags: "--seed <n>", description: "everything that is drawn, such as names of pods, follows from it", fallback: "1" },
    { flags: "--listen <host:port>", description: "address to listen on; port 0 takes any free one", fallback: "127.0.0.1:0" },
  ],
  examples: [
    { command: "cluster", says: "a bare cluster of one node" },
    {
      command: "cluster --nodes 3 --storage-class --metrics --kubeconfig ./sim.yaml",
      says: "more in it, and the kubeconfig in a place of your own",
    },
    { command: "cluster --app hotel-reservation --time auto", says: "an application under load; kubectl wait returns sooner" },
  ],
  doing: ({ app }) => `starting a simulated cluster${app === undefined ? "" : ` with ${app}`}`,
  run: async (options, output) => {
    const startedAtMs = performance.now();
    const { openCluster } = await import("#env/open/open-cluster.ts");
    const cluster = await openCluster({
      ...addressOf(options.listen),
      seed: options.seed,
      time: options.time,
      hasMetrics: options.metrics === true,
      hasStorage: options.storageClass === true,
      onSlip: createSlipNote(options.time, (text) => output.info(text)),
      ...(options.nodes !== undefined && { nodes: options.nodes }),
      ...(options.app !== undefined && { app: options.app }),
      ...(options.variant !== undefined && { variant: options.variant }),
    }).catch(explain);
    const { writeKubeconfig, waitForSignal } = await import("#env/open/foreground.ts");
    const file = await writeKubeconfig(options.kubeconfig, cluster.kubeconfig);
    const readyMs = Math.round(performance.now() - startedAtMs);
    output.emit({ event: "ready", server: cluster.server, kubeconfig: file, ready_ms: readyMs });
    output.print(announce(cluster, file, readyMs));
    await waitForSignal();
    await cluster.close();
    return EXIT_CODES.ok.code;
  },
});

/** Says that a cluster falls behind: at once, and then once in a while, with all that was lost meanwhile. */
const createSlipNote = (pace: PaceName, note: (text: string) => void): ((lostMs: number) => void) => {
  let lost = 0;
  let saidAtMs = Number.NEGATIVE_INFINITY;
  return (lostMs) => {
    lost += lostMs;
    if (performance.now() - saidAtMs < NOTES_APART_MS) return;
    note(`the cluster cannot keep up with --time ${pace}: its clock has slipped by ${Math.ceil(lost / 1000)} s`);
    lost = 0;
    saidAtMs = performance.now();
  };
};

const NOTES_APART_MS = 10_000;

const announce = ({ server, namespace }: OpenCluster, file: string, readyMs: number): string =>
  [
    `a simulated cluster is ready on ${server} after ${(readyMs / 1000).toFixed(1)} s. Try:`,
    "",
    `  export KUBECONFIG=${file}`,
    "  kubectl get pods -A",
    ...(namespace === undefined
      ? [
          "  kubectl create deployment web --image registry.local/node:24 -- node -e 'setInterval(() => {}, 1000)'",
          "  kubectl rollout status deployment web",
        ]
      : [`  kubectl get pods -n ${namespace}`]),
    "",
    "Ctrl-C ends it.",
  ].join("\n");

const explain = (cause: unknown): never => {
  const { message } = cause as Error;
  if (/EADDRINUSE/.test(message)) throw new CliError(`${message}; take any free port with --listen 127.0.0.1:0`, "unavailable");
  throw cause;
};

const addressOf = (listen: string): { readonly host: string; readonly port: number } => {
  const found = /^(?:\[(?<six>[^\]]+)\]:|(?<four>[^:]*):)?(?<port>\d+)$/.exec(listen)?.groups;
  if (found === undefined) throw new CliError(`--listen is ${JSON.stringify(listen)}; give host:port, such as 127.0.0.1:6443`);
  return { host: found["six"] ?? (found["four"] || "127.0.0.1"), port: Number(found["port"]) };
};
