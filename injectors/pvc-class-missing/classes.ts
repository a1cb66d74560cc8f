/** Names that storage classes have elsewhere. */
export const CLASSES: readonly string[] = [
  "fast-ssd",
  "premium-rwo",
  "gp3",
  "managed-csi",
  "longhorn",
  "ceph-block",
  "nfs-client",
  "local-storage",
  "standard-rwo",
];
