import { invariant } from "#core/invariant.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { ObjectChange } from "../kernel/object-change.ts";
import type { World } from "../kernel/world.ts";
import { createChangeChecker } from "./change-checker.ts";

/** No two objects share a uid, and an object keeps its own. */
export const checkUniqueUids = createChangeChecker("unique-uids", (world: World, change: ObjectChange): void => {
  const { uid } = (change.object as KubeObject).metadata;
  const place = `${change.resource} ${change.key}`;
  invariant(uid !== undefined, `${place} has no uid`);
  const before = (change.previous as KubeObject | undefined)?.metadata.uid;
  invariant(before === undefined || before === uid, `${place} changed its uid from ${before} to ${uid}`);
  const owners = world.map<string>("checkers/uids");
  if (change.type === "DELETED") return owners.delete(uid);
  const holder = owners.get(uid);
  invariant(holder === undefined || holder === place, `${place} shares its uid with ${holder}`);
  if (holder === undefined) owners.set(uid, place);
});
