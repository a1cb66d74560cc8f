/** Targets of each fault: users notice the first, and the second is of another kind. */
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

/** All cases, by fault. */
export const CASES: readonly EpisodeCase[] = Object.entries(TARGETS).flatMap(([fault, targets]) =>
  targets.map((target) => ({ fault, target })),
);

/** Task URI of a case, the same in both worlds. */
export const taskUriOf = ({ fault, target }: EpisodeCase): string =>
  `kubedrill://hotel-reservation/${fault}?target=${target}${ROLLED.includes(fault) ? "&rollout=recreate" : ""}`;

/** Faults whose roll-out the seed draws: the recordings are of pods that went at once. */
const ROLLED: readonly string[] = ["image-reference-nonexistent", "node-selector-nonexistent", "readiness-probe-wrong-endpoint"];
