import type { Baseline } from "#kube/app/baseline.ts";
import type { Oracle } from "#kube/checks/oracle.ts";
import { isOneFault } from "#problems/task.ts";
import type { InjectedFault } from "./incident.ts";

/** Joins oracles into one. A repair must hold as long as the one that asks for most. */
export const mergeOracles = (oracles: readonly Oracle[]): Oracle => ({
  checks: oracles.flatMap(({ checks }) => checks),
  trials: oracles.flatMap(({ trials }) => trials),
  looks: oracles.flatMap(({ looks = [] }) => looks),
  holdMs: Math.max(...oracles.map(({ holdMs = HOLD_MS }) => holdMs)),
});

/** Default time that a repair must hold, ms. */
const HOLD_MS = 60_000;

/** Oracles of faults; the names of their conditions begin with the fault if there are several, and with its place if those are one fault. */
export const oraclesOf = (faults: readonly InjectedFault[], baseline: Baseline): readonly Oracle[] =>
  faults.map(({ injector, target, params }) => {
    const oracle = injector.oracle(params, baseline);
    if (faults.length === 1) return oracle;
    const prefix = isOneFault(faults.map((fault) => fault.injector.id)) ? target : injector.id;
    const rename = <T extends { readonly name: string }>(condition: T): T => ({ ...condition, name: `${prefix}/${condition.name}` });
    return { ...oracle, checks: oracle.checks.map(rename), trials: oracle.trials.map(rename), looks: (oracle.looks ?? []).map(rename) };
  });
