import type { Checker } from "./change-checker.ts";
import { checkFrozenObjects } from "./frozen-objects.ts";
import { checkGrowingVersions } from "./growing-versions.ts";
import { checkStoredForm } from "./stored-form.ts";
import { checkUniqueUids } from "./unique-uids.ts";

/** Checks of the store that are cheap enough to run after every event. */
export const STORE_CHECKERS: readonly Checker[] = [checkGrowingVersions, checkUniqueUids, checkFrozenObjects, checkStoredForm];
