import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Pair } from "#problems/problem.ts";

/** Targets of each fault that is measured most: users notice the first, and the second is of another kind. */
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  "command-wrong-binary": ["deployment/recommendation", "deployment/search"],
  "configmap-key-drift": ["configmap/geo-config", "configmap/profile-config"],
  "configmap-missing": ["configmap/rate-config", "configmap/mongo-geo-script"],
  "image-reference-nonexistent": ["deployment/profile", "deployment/memcached-rate"],
  "liveness-probe-wrong-endpoint": ["deployment/frontend", "deployment/memcached-reserve"],
  "memory-limit-too-small": ["deployment/search", "deployment/mongodb-user"],
  "mongo-role-revoked": ["deployment/mongodb-geo", "deployment/mongodb-rate"],
  "network-policy-deny": ["deployment/reservation", "deployment/mongodb-profile"],
  "node-selector-nonexistent": ["deployment/user", "deployment/consul"],
  "readiness-probe-wrong-endpoint": ["deployment/frontend", "deployment/mongodb-rate"],
  "scale-to-zero": ["deployment/geo", "deployment/jaeger"],
  "service-missing": ["service/frontend", "service/mongodb-rate"],
  "service-selector-mismatch": ["service/mongodb-profile", "service/memcached-profile"],
  "service-target-port-mismatch": ["service/mongodb-reservation", "service/memcached-rate"],
};

/** An episode that is played on a simulated and on a real cluster. */
export interface EpisodeCase {
  readonly fault: string;
  readonly target: string;
}

/** Cases of the faults that are measured most, by fault. */
export const USUAL_CASES: readonly EpisodeCase[] = Object.entries(TARGETS).flatMap(([fault, targets]) =>
  targets.map((target) => ({ fault, target })),
);

const FOLDER = join(import.meta.dirname, "recordings");
const ENDING = ".recorded.json";

/** File of the recording of a case. */
export const recordingFileOf = ({ fault, target }: EpisodeCase): string => join(FOLDER, `${fault}.${target.replace("/", ".")}${ENDING}`);

/** The usual cases, and all others that were recorded, by fault. */
export const CASES: readonly EpisodeCase[] = [...USUAL_CASES, ...otherRecorded()].toSorted((a, b) =>
  a.fault < b.fault ? -1 : Number(a.fault > b.fault),
);

function otherRecorded(): readonly EpisodeCase[] {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).toSorted() : [];
  return files
    .filter((file) => file.endsWith(ENDING))
    .map((file) => {
      const [fault = "", kind, ...name] = file.slice(0, -ENDING.length).split(".");
      return { fault, target: `${kind}/${name.join(".")}` };
    })
    .filter(({ fault }) => TARGETS[fault] === undefined);
}

/** A case of each fault that has none: on the first target that users notice, or else on the first. */
export const uncoveredCases = (pairs: readonly Pick<Pair, "faultId" | "target" | "visible">[]): readonly EpisodeCase[] =>
  [...Map.groupBy(pairs, ({ faultId }) => faultId)].flatMap(([fault, own]) => {
    const pair = own.find(({ visible }) => visible) ?? own[0];
    return pair === undefined || CASES.some((known) => known.fault === fault) ? [] : [{ fault, target: pair.target }];
  });

/** Task URI of a case, the same in both worlds. */
export const taskUriOf = ({ fault, target }: EpisodeCase): string =>
  `kubedrill://hotel-reservation/${fault}?target=${target}${ROLLED.includes(fault) ? "&rollout=recreate" : ""}`;

/** Faults whose roll-out the seed draws: the recordings are of pods that went at once. */
const ROLLED: readonly string[] = ["image-reference-nonexistent", "node-selector-nonexistent", "readiness-probe-wrong-endpoint"];
