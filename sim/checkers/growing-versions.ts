import { invariant } from "#core/invariant.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { createChangeChecker } from "./change-checker.ts";

/** Checks that resourceVersions grow, that objects carry them, and that time does not run back. */
export const checkGrowingVersions = createChangeChecker("growing-versions", (world, change) => {
  const last = world.map<{ readonly version: number; readonly atMs: number }>("checkers/last-change");
  const before = last.get("last") ?? { version: 0, atMs: 0 };
  const place = `${change.type} ${change.resource} ${change.key}`;
  invariant(change.resourceVersion > before.version, `${place}: version ${change.resourceVersion} after ${before.version}`);
  invariant(change.atMs >= before.atMs, `${place}: at ${change.atMs} after ${before.atMs}`);
  const { resourceVersion } = (change.object as KubeObject).metadata;
  invariant(resourceVersion === `${change.resourceVersion}`, `${place}: the object says version ${resourceVersion}`);
  last.set("last", { version: change.resourceVersion, atMs: change.atMs });
});
