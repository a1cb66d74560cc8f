import { MUTATING, VALIDATING } from "#kube/types/webhooks.ts";
import type { World } from "../../../kernel/world.ts";
import { countObjects } from "../../store/store.ts";
import { BINDINGS } from "../admission-policies/policy.ts";

/** True where a webhook or a policy may have a say; most clusters have none, and pay nothing for the question. */
export const hasAdmissionRules = (world: World): boolean => RULES.some((resource) => countObjects(world, resource) > 0);

const RULES: readonly string[] = [BINDINGS, MUTATING, VALIDATING];
