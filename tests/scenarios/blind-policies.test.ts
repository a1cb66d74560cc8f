import { beforeAll, expect, test } from "vitest";
import { measurePolicy } from "#env/audit/measure-policy.ts";
import type { Play } from "#env/audit/play-plan.ts";
import { loadPolicies } from "#env/catalogue/load-policies.ts";
import { type OpenHost, openHost } from "#env/open/open-host.ts";
import type { Policy } from "#problems/policy.ts";
import { sample } from "../sample.ts";

/** Policies that never look at what is wrong, nor at where it shows. */
const BLIND = [
  "delete-policies",
  "reconcile-memorised",
  "recreate-memorised",
  "remove-taints-start-kubelets",
  "restart-everything",
  "rule-by-metadata",
  "undo-changed",
  "undo-everything",
  "undo-newest",
];

const EPISODES = 24;

let open: OpenHost;
let policies: readonly Policy[];
let plays: readonly Play[];

beforeAll(async () => {
  open = await openHost();
  policies = await loadPolicies();
  const filter = { splits: ["train", "eval", "holdout"] };
  const { draws } = open.catalogue.sample({ filter, kind: "BALANCED", seed: "40", n: EPISODES, repeats: 1, weights: {} });
  plays = draws.map(({ taskUri, seed }) => ({ uri: taskUri, seed }));
});

test.each(sample(BLIND, { what: "blind policies", most: 1 }))(
  "%s succeeds in at most one episode of twenty-four and earns next to nothing",
  async (id) => {
    const policy = policies.find((candidate) => candidate.id === id);
    if (policy === undefined) throw new Error(`there is no policy ${id}`);
    const scores = await measurePolicy(open, policy, plays);
    expect(scores.success).toBeLessThanOrEqual(1 / EPISODES);
    expect(scores.return).toBeLessThanOrEqual(0.05);
  },
);
