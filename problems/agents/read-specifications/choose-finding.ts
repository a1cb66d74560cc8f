import { parseTimestamp } from "#core/timestamp.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Finding, Rule } from "./rule.ts";
import type { Specifications } from "./specifications.ts";

/** A finding with the type that its rule claims. */
export interface TypedFinding extends Finding {
  readonly rule: Rule;
  readonly type: string;
}

/** All that the rules find, the likeliest first: what few objects have, and what people wrote of late. */
export const rankFindings = (rules: readonly Rule[], specs: Specifications): readonly TypedFinding[] => {
  const found = rules.map((rule) =>
    rule.find(specs).map((finding): TypedFinding => ({ ...finding, rule, type: rule.type ?? rule.faults[0] })),
  );
  const all = found.flat();
  const nowMs = Math.max(0, ...all.map(({ about }) => writtenMs(about)));
  const weightOf = ({ about, rule: { rank } }: TypedFinding, rivals: number): number =>
    (rank / rivals) * (about !== undefined && nowMs - writtenMs(about) > LATELY_MS ? STALE : 1);
  return found
    .flatMap((findings) => findings.map((finding) => ({ finding, weight: weightOf(finding, findings.length) })))
    .sort((a, b) => b.weight - a.weight)
    .map(({ finding }) => finding);
};

/** The longest time between an injection and the start of an episode, with what is written after it, ms. */
const LATELY_MS = 45 * 60_000;

/** Weight of what nobody has written since. */
const STALE = 0.1;

/** Time when somebody wrote an object the last time, ms. */
const writtenMs = (about: KubeObject | undefined): number => {
  const { written, creationTimestamp } = (about?.metadata ?? {}) as {
    readonly written?: string | null;
    readonly creationTimestamp?: string;
  };
  return parseTimestamp(written ?? creationTimestamp ?? "") ?? 0;
};
