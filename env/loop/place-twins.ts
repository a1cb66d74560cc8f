import { actAs, ORDINARY_MANAGERS } from "#changes/act-as.ts";
import type { Rng } from "#core/rng.ts";
import type { PatchedTwin, Twin } from "#injectors/twin.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { applyMergePatch } from "#kube/patch-algorithms/merge-patch.ts";
import { ApiError } from "#kube/ports/api-error.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { createObject } from "#kube/verbs/create.ts";
import { patchObject } from "#kube/verbs/patch.ts";

/** Writes twins into the world, each as one of the ordinary managers. */
export const placeTwins = async (admin: ClusterPort, namespace: string, rng: Rng, twins: readonly Twin[]): Promise<void> => {
  for (const [index, twin] of twins.entries()) {
    const cluster = actAs(admin, rng.stream(`manager ${index}`).pick(ORDINARY_MANAGERS));
    if (twin.build !== undefined) await admin.disturb.image(twin.build);
    if (twin.verb === "create") await createObject(cluster, { resource: twin.resource, object: twin.object }).catch(ignoreTaken);
    else {
      const { resource, name, patch, namespace: own = namespace } = twin;
      await patchObject(cluster, { resource, namespace: own ?? undefined, name, patchType: "merge", patch });
    }
  }
};

/** A decoy may have the name already. */
const ignoreTaken = (cause: unknown): void => {
  if (!(cause instanceof ApiError) || cause.code !== 409) throw cause;
};

/** The baseline as if the twins had been there when it was recorded, so that what is lost of them is lost. */
export const withTwins = (baseline: Baseline, twins: readonly Twin[]): Baseline => {
  if (twins.length === 0) return baseline;
  const objects: Record<string, readonly KubeObject[]> = { ...baseline.objects };
  for (const twin of twins) {
    const present = objects[twin.resource] ?? [];
    objects[twin.resource] =
      twin.verb === "create"
        ? [...present, twin.object].sort(byName)
        : present.map((object) =>
            object.metadata.name === twin.name && object.metadata.namespace === namespaceOf(twin, baseline)
              ? (applyMergePatch(object, twin.patch) as KubeObject)
              : object,
          );
  }
  return { ...baseline, objects };
};

const namespaceOf = ({ namespace }: PatchedTwin, baseline: Baseline): string | undefined =>
  namespace === null ? undefined : (namespace ?? baseline.namespace);

const byName = (a: KubeObject, b: KubeObject): number => (keyOf(a) < keyOf(b) ? -1 : 1);

const keyOf = ({ metadata: { namespace = "", name } }: KubeObject): string => `${namespace}/${name}`;
