import { nameOf } from "#kube/checks/fault-target.ts";
import { type SpecParams, setOf } from "../operator-spec.ts";

export const CLAIMS = "persistentvolumeclaims";

/** The claim that a component's set makes for a pod. */
export const claimOf = (params: SpecParams, ordinal: number): string => `persistentvolumeclaim/${claimPrefix(params)}${ordinal}`;

/** Beginning of the names of all of them. */
export const claimPrefix = (params: SpecParams): string => `${params.member}-${nameOf(setOf(params))}-`;
