/** Resources of storage. */
export const CLAIMS = "persistentvolumeclaims";
export const VOLUMES = "persistentvolumes";

/** Annotations by which binder, provisioner and scheduler speak to each other. */
export const PROVISIONER = "volume.kubernetes.io/storage-provisioner";
export const PROVISIONER_BETA = "volume.beta.kubernetes.io/storage-provisioner";
export const SELECTED_NODE = "volume.kubernetes.io/selected-node";
export const PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";

/** The provisioner of the default class, as it runs in the cluster. */
export const LOCAL_PATH = "rancher.io/local-path";
