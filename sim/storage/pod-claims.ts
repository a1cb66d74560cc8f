import type { Pod, Volume } from "#kube/types/pod.ts";

/** The claim behind a volume of a pod: one that it names, or one that is made for it. */
export const claimOf = ({ metadata }: Pod, { name, persistentVolumeClaim, ephemeral }: Volume): string | undefined =>
  persistentVolumeClaim?.claimName ?? (ephemeral === undefined ? undefined : `${metadata.name}-${name}`);

/** Names of the claims that a pod uses, in the order of its volumes. */
export const claimNames = (pod: Pod): readonly string[] => (pod.spec.volumes ?? []).flatMap((volume) => claimOf(pod, volume) ?? []);
