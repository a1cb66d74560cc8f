/** One forbidden import: the file, what it imports, and the rule that must find it. */
export interface PlantedImport {
  readonly rule: string;
  readonly file: string;
  readonly imports: string;
}

/** A violation of each rule about imports. Imported files that are not planted are created empty. */
export const PLANTED_IMPORTS: readonly PlantedImport[] = [
  { rule: "layer-core", file: "core/a.ts", imports: "#kube/empty.ts" },
  { rule: "layer-kube", file: "kube/a.ts", imports: "#sim/empty.ts" },
  { rule: "layer-kubectl", file: "kubectl/a.ts", imports: "#pool/empty.ts" },
  { rule: "layer-shell", file: "shell/a.ts", imports: "#kube/empty.ts" },
  { rule: "layer-sim", file: "sim/a.ts", imports: "#pool/empty.ts" },
  { rule: "layer-injectors", file: "injectors/a.ts", imports: "#rewards/empty.ts" },
  { rule: "layer-rewards", file: "rewards/a.ts", imports: "#kube/empty.ts" },
  { rule: "layer-problems", file: "problems/a.ts", imports: "#env/empty.ts" },
  { rule: "layer-pool", file: "pool/a.ts", imports: "#injectors/empty.ts" },
  { rule: "layer-env", file: "env/a.ts", imports: "#sim/empty.ts" },
  { rule: "layer-cli", file: "cli/a.ts", imports: "#pool/empty.ts" },
  { rule: "layer-clients", file: "clients/typescript/a.ts", imports: "#core/empty.ts" },
  { rule: "layer-charts", file: "charts/shop/a.ts", imports: "#env/empty.ts" },
  { rule: "layer-charts-actor", file: "charts/actor/a.ts", imports: "#sim/empty.ts" },
  { rule: "layer-proto", file: "proto/a.ts", imports: "#core/empty.ts" },
  { rule: "sim-never-meets-injectors", file: "sim/b.ts", imports: "#problems/through.ts" },
  { rule: "injectors-never-meets-sim", file: "injectors/b.ts", imports: "#pool/through.ts" },
  { rule: "pure-no-builtin", file: "core/b.ts", imports: "node:fs" },
  { rule: "pure-packages", file: "kube/b.ts", imports: "pino" },
  { rule: "one-place-reaches-kubernetes-client-node", file: "env/b.ts", imports: "@kubernetes/client-node" },
  { rule: "one-place-reaches-grpc-grpc-js", file: "cli/b.ts", imports: "@grpc/grpc-js" },
  { rule: "one-place-reaches-grpc-proto-loader", file: "cli/c.ts", imports: "@grpc/proto-loader" },
  { rule: "one-place-reaches-grpc-reflection", file: "cli/d.ts", imports: "@grpc/reflection" },
  { rule: "one-place-reaches-grpc-health-check", file: "cli/e.ts", imports: "grpc-health-check" },
  { rule: "one-place-reaches-execa", file: "env/c.ts", imports: "execa" },
  { rule: "one-place-reaches-pino", file: "pool/b.ts", imports: "pino" },
  { rule: "one-place-reaches-p-limit", file: "cli/f.ts", imports: "p-limit" },
  { rule: "one-place-reaches-peculiar-x509", file: "pool/x.ts", imports: "@peculiar/x509" },
  { rule: "one-place-reaches-reflect-metadata", file: "pool/y.ts", imports: "reflect-metadata" },
  { rule: "one-place-reaches-ws", file: "pool/z.ts", imports: "ws" },
  { rule: "one-place-reaches-commander", file: "env/d.ts", imports: "commander" },
  { rule: "one-place-reaches-cli-progress", file: "env/e.ts", imports: "cli-progress" },
  { rule: "no-import-into-injectors", file: "problems/b.ts", imports: "#injectors/one-fault/injector.ts" },
  { rule: "no-sibling-in-injectors", file: "injectors/other-fault/injector.ts", imports: "../one-fault/injector.ts" },
  { rule: "no-import-into-rewards", file: "problems/c.ts", imports: "#rewards/cost/reward.ts" },
  { rule: "no-sibling-in-rewards", file: "rewards/format/reward.ts", imports: "../cost/reward.ts" },
  { rule: "no-import-into-problems", file: "env/f.ts", imports: "#problems/single/problem.ts" },
  { rule: "no-sibling-in-problems", file: "problems/double/problem.ts", imports: "../single/problem.ts" },
  { rule: "no-import-into-problems-noise", file: "env/i.ts", imports: "#problems/noise/pod-kill/noise.ts" },
  { rule: "no-sibling-in-problems-noise", file: "problems/noise/node-drain/noise.ts", imports: "../pod-kill/noise.ts" },
  { rule: "no-import-into-problems-decoys", file: "env/j.ts", imports: "#problems/decoys/unused-service/decoy.ts" },
  { rule: "no-sibling-in-problems-decoys", file: "problems/decoys/old-job/decoy.ts", imports: "../unused-service/decoy.ts" },
  { rule: "no-import-into-problems-policies", file: "env/k.ts", imports: "#problems/policies/no-op/policy.ts" },
  { rule: "no-sibling-in-problems-policies", file: "problems/policies/expert/policy.ts", imports: "../no-op/policy.ts" },
  { rule: "no-import-into-env-actions", file: "env/g.ts", imports: "./actions/wait/action.ts" },
  { rule: "no-sibling-in-env-actions", file: "env/actions/kubectl/action.ts", imports: "../wait/action.ts" },
  { rule: "no-import-into-env-observations", file: "env/l.ts", imports: "./observations/alerts/view.ts" },
  { rule: "no-sibling-in-env-observations", file: "env/observations/events/view.ts", imports: "../alerts/view.ts" },
  { rule: "no-import-into-cli-commands", file: "cli/g.ts", imports: "./commands/serve/command.ts" },
  { rule: "no-sibling-in-cli-commands", file: "cli/commands/tasks/command.ts", imports: "../serve/command.ts" },
  { rule: "no-cycle", file: "core/left.ts", imports: "./right.ts" },
  { rule: "no-test-in-product", file: "core/c.ts", imports: "./c.test.ts" },
  { rule: "resolvable", file: "core/d.ts", imports: "./d-is-not-there.ts" },
  { rule: "declared", file: "env/h.ts", imports: "fast-check" },
];

/** The other half of violations that take two files. */
export const PLANTED_BRIDGES: readonly Omit<PlantedImport, "rule">[] = [
  { file: "core/right.ts", imports: "./left.ts" },
  { file: "problems/through.ts", imports: "#injectors/empty.ts" },
  { file: "pool/through.ts", imports: "#sim/empty.ts" },
];
