import { keepFor } from "#core/keep-for.ts";
import type { CheckResult } from "#core/verdict.ts";
import type { Check } from "#kube/checks/oracle.ts";
import { computeWithReads, isStillValid, type Remembered } from "#kube/checks/remember.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";

/** Judges the conditions of an oracle, each again only when something that it reads has changed. */
export interface Judge {
  /** Judges the conditions at this instant. Throws if one could not be judged. */
  judge(): Promise<readonly CheckResult[]>;
  /** Creates a judge over a fork made now, with the results of this one. */
  over(fork: ClusterView): Judge;
}

/** Creates a judge over a view. */
export const createJudge = (view: ClusterView, checks: readonly Check[], known: readonly Remembered<CheckResult>[] = []): Judge => {
  let kept = known;
  return {
    judge: async () => {
      const moment = view.moment?.();
      const together = moment && judgedAt(moment);
      kept = together?.get(checks) ?? (await judgeAll(view, checks, kept));
      together?.set(checks, kept);
      return kept.map(({ value }) => value);
    },
    over: (fork) => createJudge(fork, checks, kept),
  };
};

/** Results by state of the world, shared by the members of a group whose worlds are in the same state. */
const judgedAt = keepFor((_moment: object) => new Map<readonly Check[], readonly Remembered<CheckResult>[]>());

const judgeAll = async (
  view: ClusterView,
  checks: readonly Check[],
  known: readonly Remembered<CheckResult>[],
): Promise<readonly Remembered<CheckResult>[]> => {
  const results: Remembered<CheckResult>[] = [];
  // One after the other: calls on one world must not race.
  for (let i = 0; i < checks.length; i++) {
    const kept = known[i];
    const check = checks[i] as Check;
    results.push(
      kept !== undefined && isStillValid(view, kept) ? kept : await computeWithReads(view, (recording) => judgeOne(recording, check)),
    );
  }
  return results;
};

const judgeOne = async (view: ClusterView, { name, group, weight, judge }: Check): Promise<CheckResult> => ({
  name,
  group,
  weight,
  ...(await judge(view)),
});
