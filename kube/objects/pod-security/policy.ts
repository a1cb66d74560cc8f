/** Level that a namespace enforces, and the version of its rules. */
export interface LevelVersion {
  readonly level: Level;
  /** Minor version of Kubernetes whose rules hold. */
  readonly minor: number;
  /** `restricted:latest`, `baseline:v1.24`. */
  readonly text: string;
}

type Level = "privileged" | "baseline" | "restricted";

/** Pod Security policy that a namespace's labels ask for. */
export interface PodSecurityPolicy {
  readonly enforce: LevelVersion;
  readonly audit: LevelVersion;
  readonly warn: LevelVersion;
  readonly errors: readonly LabelError[];
}

/** A label that cannot be read. */
export interface LabelError {
  readonly field: string;
  readonly value: string;
  readonly detail: string;
}

/** Label by which a namespace says which level its pods must meet. */
export const ENFORCE_LABEL = "pod-security.kubernetes.io/enforce";

/** Reads the labels of a namespace; what cannot be read counts as the strictest, or as the latest version. */
export const policyOf = (labels: Readonly<Record<string, string>> = {}): PodSecurityPolicy => {
  const errors: LabelError[] = [];
  const read = (mode: string, fallback: Level): LevelVersion => {
    const given = labels[`${PREFIX}${mode}`];
    const level = given === undefined ? fallback : levelOf(given, mode, errors);
    return levelVersion(level, versionOf(labels[`${PREFIX}${mode}-version`], mode, errors));
  };
  const [enforce, audit, warn] = [read("enforce", "privileged"), read("audit", "privileged"), read("warn", "privileged")];
  const isRead = LEVELS.some((level) => level === labels[`${PREFIX}enforce`]);
  return { enforce, audit, warn: isRead && labels[`${PREFIX}warn`] === undefined ? warnAsEnforced(labels, enforce, warn) : warn, errors };
};

/** True when some label of Pod Security is there. */
export const hasPodSecurityLabels = (labels: Readonly<Record<string, string>> | undefined): boolean => {
  for (const key in labels) if (key.startsWith(PREFIX)) return true;
  return false;
};

/** Compares two levels; positive when the first is stricter. */
export const compareLevels = (a: Level, b: Level): number => LEVELS.indexOf(a) - LEVELS.indexOf(b);

/** Warning level of a namespace: the enforced level, where no stricter one is set. */
const warnAsEnforced = (labels: Readonly<Record<string, string>>, enforce: LevelVersion, warn: LevelVersion): LevelVersion => {
  if (compareLevels(enforce.level, warn.level) <= 0) return warn;
  return labels[`${PREFIX}warn-version`] === undefined
    ? enforce
    : { level: enforce.level, minor: warn.minor, text: warn.text.replace(warn.level, enforce.level) };
};

const PREFIX = "pod-security.kubernetes.io/";
const LEVELS: readonly Level[] = ["privileged", "baseline", "restricted"];
const LATEST_MINOR = 35;

const levelVersion = (level: Level, version: string): LevelVersion => ({
  level,
  minor: version === "latest" ? LATEST_MINOR : Math.min(Number(version.slice("v1.".length)), LATEST_MINOR),
  text: `${level}:${version}`,
});

const levelOf = (given: string, mode: string, errors: LabelError[]): Level => {
  const level = LEVELS.find((candidate) => candidate === given);
  if (level !== undefined) return level;
  errors.push({ field: `metadata.labels[${PREFIX}${mode}]`, value: given, detail: "must be one of privileged, baseline, restricted" });
  return mode === "enforce" ? "restricted" : "privileged";
};

const versionOf = (given: string | undefined, mode: string, errors: LabelError[]): string => {
  if (given === undefined || given === "latest" || /^v1\.(0|[1-9]\d*)$/.test(given)) return given ?? "latest";
  errors.push({ field: `metadata.labels[${PREFIX}${mode}-version]`, value: given, detail: 'must be "latest" or "v1.x"' });
  return "latest";
};
