import { CLASS_ANNOTATION } from "#kube/objects/storage-class-name.ts";
import type { PersistentVolume, PersistentVolumeClaim, TopologyTerm } from "#kube/types/storage.ts";
import { fractionalBytes } from "./fractional-bytes.ts";
import { givenUpStorage, OF_VOLUMES } from "./given-up-storage.ts";
import { type NodeTerm, nodeLabelProblem, nodeTermWarnings } from "./node-labels.ts";

/** Warnings of the server about a PersistentVolume. */
export const volumeWarnings = ({ metadata, spec }: PersistentVolume): readonly string[] => {
  const terms = (spec.nodeAffinity?.required?.nodeSelectorTerms ?? []) as readonly NodeTerm[];
  return [
    ...Object.entries(ANNOTATIONS).flatMap(([key, text]) =>
      metadata.annotations?.[key] === undefined ? [] : [`metadata.annotations[${key}]: ${text}`],
    ),
    ...(spec.persistentVolumeReclaimPolicy === "Recycle" ? [`spec.persistentVolumeReclaimPolicy: ${RECYCLES}`] : []),
    ...terms.flatMap((term, i) => nodeTermWarnings(term, `spec.nodeAffinity.required.nodeSelectorTerms[${i}]`)),
    ...givenUpStorage(spec, "spec", OF_VOLUMES),
  ];
};

const ANNOTATIONS: Readonly<Record<string, string>> = {
  [CLASS_ANNOTATION]: 'deprecated since v1.8; use "storageClassName" attribute instead',
  "volume.beta.kubernetes.io/mount-options": 'deprecated since v1.31; use "mountOptions" attribute instead',
};

const RECYCLES = "The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.";

/** Warnings of the server about a PersistentVolumeClaim. */
export const claimWarnings = ({ metadata, spec }: PersistentVolumeClaim): readonly string[] => [
  ...(metadata.annotations?.[CLASS_ANNOTATION] === undefined
    ? []
    : [`metadata.annotations[${CLASS_ANNOTATION}]: ${ANNOTATIONS[CLASS_ANNOTATION]}`]),
  ...claimSpecWarnings(spec, "spec"),
];

/** Warnings of the server about the spec of a claim or a claim template. */
export const claimSpecWarnings = ({ resources }: PersistentVolumeClaim["spec"], path: string): readonly string[] => [
  ...fractionalBytes(resources?.requests, `${path}.resources.requests`, ["storage"]),
  ...fractionalBytes(resources?.limits, `${path}.resources.limits`, ["storage"]),
];

/** Warnings of the server about the allowed topologies of a StorageClass. */
export const classWarnings = (topologies: readonly TopologyTerm[]): readonly string[] =>
  topologies.flatMap(({ matchLabelExpressions = [] }, i) =>
    matchLabelExpressions.flatMap(({ key }, j) => {
      const problem = nodeLabelProblem(key);
      return problem === undefined ? [] : [`allowedTopologies[${i}].matchLabelExpressions[${j}].key: ${problem}`];
    }),
  );
