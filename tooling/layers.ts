/** A top-level folder and the layers that it may import. */
interface Layer {
  readonly folder: string;
  /** The other layers that it may import. */
  readonly may: readonly string[];
  /** Computation only: no Node built-in, and npm packages from `PURE_PACKAGES` alone. */
  readonly pure: boolean;
  /** Completes "… because". */
  readonly reason: string;
}

/** The layers and the arrows between them; `.dependency-cruiser.mjs` makes its rules of this table. */
export const LAYERS: readonly Layer[] = [
  { folder: "core", may: [], pure: true, reason: "core holds basics that know nothing of clusters or episodes" },
  { folder: "kube", may: ["core"], pure: true, reason: "a cluster is a port, not a client library" },
  {
    folder: "kubectl",
    may: ["core", "kube"],
    pure: true,
    reason: "kubectl only talks to the port, so that actions and the command line run the same one",
  },
  {
    folder: "shell",
    may: ["core"],
    pure: true,
    reason: "a shell knows a machine by its port, so that containers and command lines run the same one",
  },
  { folder: "sim", may: ["core", "kube", "shell"], pure: true, reason: "the world knows no goals and no faults by name" },
  {
    folder: "changes",
    may: ["core", "kube"],
    pure: true,
    reason: "ordinary work is the same before a fault, beside it and without one, so it knows none",
  },
  { folder: "injectors", may: ["core", "kube"], pure: true, reason: "a fault acts through the port, so that it works on every backend" },
  { folder: "rewards", may: ["core"], pure: true, reason: "a reward reads verdicts, never the world" },
  {
    folder: "problems",
    may: ["core", "kube", "injectors", "rewards"],
    pure: true,
    reason: "a task names faults by their ids, and a loader finds them",
  },
  {
    folder: "pool",
    may: ["core", "kube", "shell", "changes", "sim"],
    pure: false,
    reason: "slots know worlds, but neither faults nor rewards",
  },
  {
    folder: "env",
    may: ["core", "kube", "kubectl", "shell", "changes", "injectors", "rewards", "problems", "pool", "proto"],
    pure: false,
    reason: "env combines all parts, and reaches worlds through the pool only",
  },
  {
    folder: "cli",
    may: ["core", "env", "clients", "viewer"],
    pure: false,
    reason: "commands are thin: their work is done by env, or by a server",
  },
  { folder: "clients", may: ["proto"], pure: false, reason: "clients ship separately and reach a server over gRPC only" },
  {
    folder: "charts/actor",
    may: ["core", "kube", "sim/images", "sim/processes", "sim/network", "sim/containers", "sim/stores", "sim/programs"],
    pure: false,
    reason: "the actor runs the simulator's descriptions of programs on a real cluster, and needs nothing else of it",
  },
  { folder: "charts", may: ["core", "kube"], pure: false, reason: "charts are data that env loads and passes down" },
  {
    folder: "viewer",
    may: [],
    pure: false,
    reason: "pages run in a browser, and reach a server by the messages of viewer/protocol.ts only",
  },
  { folder: "proto", may: [], pure: false, reason: "the protocol depends on nothing" },
];

/** A folder of the simulator and the others that it may import. */
interface SimLayer {
  readonly folder: string;
  readonly may: readonly string[];
  /** Completes "… because". */
  readonly reason: string;
}

/** The layers inside `sim/`, the lowest first; the files beside these folders put a world together, and nobody below imports them. */
export const SIM_LAYERS: readonly SimLayer[] = [
  { folder: "kernel", may: [], reason: "time, chance and state know nothing of Kubernetes" },
  { folder: "images", may: [], reason: "what is in an image is data, whoever pulls or runs it" },
  {
    folder: "machines",
    may: ["kernel"],
    reason: "a machine is there before anything runs on it, and whether its kubelet lives is asked by many",
  },
  {
    folder: "processes",
    may: ["kernel", "images"],
    reason: "a process is its record, sockets, files, memory and output, whatever program it runs",
  },
  {
    folder: "apiserver",
    may: ["kernel", "machines"],
    reason: "the API server reads and writes objects, and asks the network and the logs through constants of the world",
  },
  {
    folder: "network",
    may: ["kernel", "processes", "apiserver"],
    reason: "connections are made of objects and of who listens where; what is said over them is handed in",
  },
  {
    folder: "containers",
    may: ["kernel", "images", "processes", "apiserver", "network"],
    reason: "a container is a machine for the shell, made of its processes, files and network",
  },
  {
    folder: "stores",
    may: ["kernel", "images", "processes", "network", "containers"],
    reason: "a database is a server and its clients within containers",
  },
  {
    folder: "programs",
    may: ["kernel", "images", "processes", "apiserver", "network", "stores"],
    reason: "programs are what containers run: an application's own, products and stores",
  },
  {
    folder: "flow",
    may: ["kernel", "machines", "processes", "network", "stores", "programs"],
    reason: "traffic follows from programs and the network between them",
  },
  {
    folder: "telemetry",
    may: ["kernel", "machines", "processes", "apiserver", "network", "stores", "programs", "flow"],
    reason: "metrics, logs and traces are computed from the history of processes and flow",
  },
  {
    folder: "controller-runtime",
    may: ["kernel", "apiserver"],
    reason: "queues, owners and identities are the same for every client that reconciles",
  },
  {
    folder: "storage",
    may: ["kernel", "processes", "apiserver", "controller-runtime"],
    reason: "volumes are bound before pods are placed",
  },
  { folder: "devices", may: ["kernel", "apiserver", "controller-runtime"], reason: "claims of devices are made before pods are placed" },
  {
    folder: "controllers",
    may: ["kernel", "machines", "apiserver", "telemetry", "controller-runtime", "storage", "devices"],
    reason: "a controller sees the API and measured usage, never a container",
  },
  {
    folder: "operators",
    may: ["kernel", "processes", "apiserver", "network", "stores", "controller-runtime"],
    reason: "an operator is a controller that runs in a pod, and sees what its process sees",
  },
  {
    folder: "scheduler",
    may: ["kernel", "apiserver", "controller-runtime", "storage", "devices"],
    reason: "the scheduler sees objects alone",
  },
  {
    folder: "kubelet",
    may: [
      "kernel",
      "images",
      "machines",
      "processes",
      "apiserver",
      "network",
      "containers",
      "programs",
      "flow",
      "controller-runtime",
      "storage",
      "scheduler",
    ],
    reason: "the kubelet runs pods, and admits them by the scheduler's own predicates",
  },
  {
    folder: "bootstrap",
    may: ["kernel", "machines", "apiserver", "programs", "storage", "controllers", "kubelet"],
    reason: "a cluster is installed when all of its parts are there",
  },
  {
    folder: "node-commands",
    may: ["kernel", "machines", "processes", "apiserver", "containers", "programs", "telemetry", "kubelet"],
    reason: "who is on a node commands its kubelet, and sees what runs there and what it wrote",
  },
  {
    folder: "checkers",
    may: ["kernel", "machines", "processes", "apiserver", "controller-runtime"],
    reason: "an invariant looks at the state and disturbs nobody",
  },
];

/** Pairs of layers that must not import each other even where another row permits it, with what to do instead. */
export const STRANGERS: readonly (readonly [left: string, right: string, instead: string])[] = [
  ["sim", "injectors", "let them meet through kube: the injector writes objects, the model reads them"],
];

/** npm packages that compute and nothing else, and why a pure layer needs them. */
export const PURE_PACKAGES: Readonly<Record<string, string>> = {
  re2js: "RE2's syntax, errors and linear time, as Prometheus, Loki and the API server have them",
  zod: "parameters of faults, problems and rewards are declared with it",
  "@noble/hashes": "SHA-256 without a Node built-in",
  yaml: "kubectl's YAML, read and printed as text",
};

/** npm packages that pages are bundled with, and why; a published package holds the bundle, so that it does not depend on them. */
export const PAGE_PACKAGES: Readonly<Record<string, string>> = {
  preact: "pages are drawn from their state",
  uplot: "lines over time, thousands of points at once",
  diff: "lines in which two texts differ",
};

/** Packages that reach outside, and the only place that may import each; a change of library is a change of that place. */
export const OUTSIDE_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "@kubernetes/client-node": ["pool/kubernetes/"],
  "@grpc/grpc-js": ["env/server/grpc/", "clients/typescript/", "proto/gen/"],
  "@grpc/proto-loader": ["env/server/grpc/", "clients/typescript/", "proto/gen/"],
  "@grpc/reflection": ["env/server/grpc/"],
  "grpc-health-check": ["env/server/grpc/"],
  execa: ["pool/"],
  pino: ["env/observability/"],
  "prom-client": ["env/observability/"],
  "p-limit": ["pool/", "env/"],
  "@peculiar/x509": ["env/server/kube-http/"],
  "reflect-metadata": ["env/server/kube-http/"],
  ws: ["env/server/kube-http/"],
  "@modelcontextprotocol/sdk": ["env/server/agent-http/"],
  "@modelcontextprotocol/server": ["env/server/agent-http/"],
  commander: ["cli/"],
  "cli-progress": ["cli/"],
};

/** Plug-in folders: a loader finds each sub-folder with such an entry, so nobody imports from inside it. */
export const PLUGINS: readonly { readonly folder: string; readonly entry: string }[] = [
  { folder: "injectors", entry: "injector.ts" },
  { folder: "injectors/fixtures", entry: "fixture.ts" },
  { folder: "rewards", entry: "reward.ts" },
  { folder: "problems", entry: "problem.ts" },
  { folder: "problems/noise", entry: "noise.ts" },
  { folder: "problems/decoys", entry: "decoy.ts" },
  { folder: "problems/agents", entry: "agent.ts" },
  { folder: "problems/policies", entry: "policy.ts" },
  { folder: "env/actions", entry: "action.ts" },
  { folder: "env/observations", entry: "view.ts" },
  { folder: "cli/commands", entry: "command.ts" },
];
