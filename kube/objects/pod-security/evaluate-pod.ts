import { BASELINE_CHECKS } from "./baseline-checks.ts";
import type { CheckedSpec, Violation } from "./checked-pod.ts";
import type { LevelVersion } from "./policy.ts";
import { RESTRICTED_CHECKS } from "./restricted-checks.ts";

/** Violations of a level at a version, in the order of the checks. */
export const violationsOf = (
  at: LevelVersion,
  spec: CheckedSpec,
  annotations: Readonly<Record<string, string>> = {},
): readonly Violation[] => {
  const { level, minor } = at;
  if (level === "privileged") return [];
  const restricted = level === "restricted" ? RESTRICTED_CHECKS.filter(({ since }) => since <= minor) : [];
  const replaced = new Set(restricted.map(({ instead }) => instead));
  const checks = [...BASELINE_CHECKS.filter(({ id, since }) => since <= minor && !replaced.has(id)), ...restricted];
  return checks.flatMap(({ check }) => check(spec, annotations, at) ?? []);
};

/** `privileged (container "a" must not set …), host namespaces (hostNetwork=true)`. */
export const detailText = (violations: readonly Violation[]): string =>
  violations.map(({ reason, detail }) => (detail === "" ? reason : `${reason} (${detail})`)).join(", ");

/** `privileged, host namespaces`. */
export const reasonText = (violations: readonly Violation[]): string => violations.map(({ reason }) => reason).join(", ");
