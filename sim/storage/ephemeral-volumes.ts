import type { Pod, Volume } from "#kube/types/pod.ts";
import type { PersistentVolumeClaim } from "#kube/types/storage.ts";
import { getByKey, getObject } from "../apiserver/store/store.ts";
import { type Controller, controllerRef, NO_KEYS, ownerReferenceTo } from "../controller-runtime/controller.ts";
import { clientFor } from "../controller-runtime/identity.ts";
import type { World } from "../kernel/world.ts";
import { claimOf } from "./pod-claims.ts";
import { CLAIMS } from "./storage-names.ts";

/** Creates the claims of generic ephemeral volumes, which their pod owns. */
export const ephemeralVolumes: Controller = {
  name: "ephemeral-volume",
  watches: {
    pods: (_world, { type, key, object }) => (type === "ADDED" && ephemeralOf(object as Pod).length > 0 ? [key] : NO_KEYS),
    [CLAIMS]: (_world, { type, object }) => {
      const { metadata } = object as PersistentVolumeClaim;
      const owner = type === "DELETED" ? controllerRef(object as PersistentVolumeClaim) : undefined;
      return owner?.kind === "Pod" ? [`${metadata.namespace}/${owner.name}`] : NO_KEYS;
    },
  },
  reconcile: (world, key) => {
    const pod = getByKey<Pod>(world, "pods", key);
    if (pod === undefined || pod.metadata.deletionTimestamp !== undefined) return;
    for (const volume of ephemeralOf(pod)) makeClaim(world, pod, volume);
  },
};

const ephemeralOf = ({ spec }: Pod): readonly Volume[] => (spec.volumes ?? []).filter(({ ephemeral }) => ephemeral !== undefined);

const makeClaim = (world: World, pod: Pod, volume: Volume): void => {
  const { namespace } = pod.metadata;
  const name = claimOf(pod, volume) as string;
  const template = volume.ephemeral?.volumeClaimTemplate;
  if (template === undefined || getObject(world, CLAIMS, namespace, name) !== undefined) return;
  const { labels, annotations } = template.metadata ?? {};
  clientFor(world, "ephemeral-volume-controller").create<PersistentVolumeClaim>(CLAIMS, {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: {
      name,
      namespace: namespace as string,
      ...(labels && { labels }),
      ...(annotations && { annotations }),
      ownerReferences: [ownerReferenceTo(pod)],
    },
    spec: template.spec,
  });
};
