import { isSameJson } from "#core/canonical-json.ts";
import type { KubeObject } from "#kube/types/meta.ts";

/** Removes duplicate owner references, with a warning. @param when moment, as the warning words it */
export const withoutTwinOwners = <T extends KubeObject>(object: T, warnings: string[], when = ""): T => {
  const owners = object.metadata?.ownerReferences;
  if (owners === undefined || owners.length < 2) return object;
  const isTwin = owners.map((owner, i) => owners.slice(0, i).some((other) => isSameJson(other, owner)));
  if (!isTwin.includes(true)) return object;
  const twins = owners.filter((_, i) => isTwin[i]).map(({ uid }) => uid);
  warnings.push(
    `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${twins.join(", ")}`,
  );
  return { ...object, metadata: { ...object.metadata, ownerReferences: owners.filter((_, i) => !isTwin[i]) } };
};
