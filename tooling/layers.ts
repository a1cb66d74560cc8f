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
  { folder: "core", may: [], pure: true, reason: "core holds words without opinions" },
  { folder: "kube", may: ["core"], pure: true, reason: "a cluster is a port, not a client library" },
  {
    folder: "kubectl",
    may: ["core", "kube"],
    pure: false,
    reason: "kubectl only talks to the port, so that actions and the command line run the same one",
  },
  { folder: "sim", may: ["core", "kube"], pure: true, reason: "the world knows no goals and no faults by name" },
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
  { folder: "pool", may: ["core", "kube", "changes", "sim"], pure: false, reason: "slots know worlds, but neither faults nor rewards" },
  {
    folder: "env",
    may: ["core", "kube", "kubectl", "changes", "injectors", "rewards", "problems", "pool", "proto"],
    pure: false,
    reason: "env puts everything together, and reaches worlds through the pool alone",
  },
  { folder: "cli", may: ["core", "env", "clients"], pure: false, reason: "commands are thin: what they do belongs to env, or to a server" },
  { folder: "clients", may: ["proto"], pure: false, reason: "clients ship alone and speak to a server by the wire" },
  {
    folder: "charts/actor",
    may: ["core", "kube", "sim/apps", "sim/stores"],
    pure: false,
    reason: "the actor plays on a real cluster what the simulator describes, and needs nothing else of it",
  },
  { folder: "charts", may: ["core", "kube"], pure: false, reason: "charts are data that env reads and hands down" },
  { folder: "proto", may: [], pure: false, reason: "the wire stands on its own" },
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

/** Packages that reach outside, and the only place that may import each; a change of library is a change of that place. */
export const OUTSIDE_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "@kubernetes/client-node": ["pool/kubernetes/"],
  "@grpc/grpc-js": ["env/server/grpc/", "clients/typescript/", "proto/gen/"],
  "@grpc/proto-loader": ["env/server/grpc/", "clients/typescript/", "proto/gen/"],
  "@grpc/reflection": ["env/server/grpc/"],
  "grpc-health-check": ["env/server/grpc/"],
  execa: ["pool/"],
  pino: ["env/observability/"],
  "p-limit": ["pool/", "env/"],
  "@peculiar/x509": ["env/server/kube-http/"],
  "reflect-metadata": ["env/server/kube-http/"],
  ws: ["env/server/kube-http/"],
  commander: ["cli/"],
  "cli-progress": ["cli/"],
};

/** Plug-in folders: a loader finds each sub-folder with such an entry, so nobody imports from inside it. */
export const PLUGINS: readonly { readonly folder: string; readonly entry: string }[] = [
  { folder: "injectors", entry: "injector.ts" },
  { folder: "rewards", entry: "reward.ts" },
  { folder: "problems", entry: "problem.ts" },
  { folder: "problems/noise", entry: "noise.ts" },
  { folder: "problems/decoys", entry: "decoy.ts" },
  { folder: "problems/policies", entry: "policy.ts" },
  { folder: "env/actions", entry: "action.ts" },
  { folder: "env/observations", entry: "view.ts" },
  { folder: "cli/commands", entry: "command.ts" },
];
