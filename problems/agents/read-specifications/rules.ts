import { ADMISSION_RULES } from "./admission-rules.ts";
import { CONTAINER_RULES } from "./container-rules.ts";
import { IMAGE_RULES } from "./image-rules.ts";
import { NODE_RULES } from "./node-rules.ts";
import { OPERATOR_RULES } from "./operator-rules.ts";
import { PLACEMENT_RULES } from "./placement-rules.ts";
import { POLICY_RULES } from "./policy-rules.ts";
import { PROBE_RULES } from "./probe-rules.ts";
import { REFERENCE_RULES } from "./reference-rules.ts";
import { REPLICA_RULES } from "./replica-rules.ts";
import type { Rule } from "./rule.ts";
import { SERVICE_RULES } from "./service-rules.ts";
import { SETTING_RULES } from "./setting-rules.ts";
import { STORAGE_RULES } from "./storage-rules.ts";

/** All rules of the linter. */
export const RULES: readonly Rule[] = [
  ...ADMISSION_RULES,
  ...CONTAINER_RULES,
  ...IMAGE_RULES,
  ...NODE_RULES,
  ...OPERATOR_RULES,
  ...PLACEMENT_RULES,
  ...POLICY_RULES,
  ...PROBE_RULES,
  ...REFERENCE_RULES,
  ...REPLICA_RULES,
  ...SERVICE_RULES,
  ...SETTING_RULES,
  ...STORAGE_RULES,
];

/** Faults that no specification shows, with the reason. */
export const UNWRITTEN_FAULTS: Readonly<Record<string, string>> = {
  "mongo-role-revoked": "roles are in the database",
  "mongo-user-dropped": "users are in the database",
  "env-missing": "what a program demands is in its image, and templates of before are not read",
  "kubelet-crash": "a kubelet that is down shows in its node's conditions alone, by which its taints are made",
};
