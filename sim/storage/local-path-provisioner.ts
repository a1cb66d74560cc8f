import { storageClassName } from "#kube/objects/storage-class-name.ts";
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from "#kube/types/storage.ts";
import { getObject, listObjects } from "../apiserver/store/store.ts";
import { type Controller, enqueueAfter, failTurn, splitKey } from "../controller-runtime/controller.ts";
import { clientFor } from "../controller-runtime/identity.ts";
import type { World } from "../kernel/world.ts";
import { PROCESSES, type Process } from "../processes/process.ts";
import { claimReference } from "./claim-reference.ts";
import { CLAIMS, LOCAL_PATH, PROVISIONED_BY, PROVISIONER, SELECTED_NODE, VOLUMES } from "./storage-names.ts";

/** Makes a directory on a node for each claim that asks for one, and removes it with its claim: while its process runs. */
export const localPathProvisioner: Controller = {
  name: "local-path-provisioner",
  watches: {
    [CLAIMS]: (_world, { key, object, type }) => (type !== "DELETED" && isForUs(object as PersistentVolumeClaim) ? [`claim/${key}`] : []),
    [VOLUMES]: (_world, { key, object, type }) =>
      type !== "DELETED" && (object as PersistentVolume).status?.phase === "Released" ? [`volume/${key}`] : [],
  },
  retry: { firstMs: 15_000, triesMax: 15 },
  reconcile: (world, key) => {
    if (!isUp(world)) return enqueueAfter(world, "local-path-provisioner", key, RETRY_MS);
    const [kind, rest] = [key.slice(0, key.indexOf("/")), key.slice(key.indexOf("/") + 1)];
    if (kind === "claim") provision(world, rest);
    else reclaim(world, rest);
  },
};

const RETRY_MS = 15_000;
const COMPONENT = "rancher.io/local-path_local-path-provisioner";

/** Tells whether the provisioner's program runs in the cluster. */
const isUp = (world: World): boolean => {
  const processes = world.map<Process>(PROCESSES);
  return world.memo("storage/provisioner-up", processes.revision, () =>
    [...processes.entries()].some(([, { program }]) => program === "local-path-provisioner"),
  );
};

const isForUs = ({ metadata, spec }: PersistentVolumeClaim): boolean =>
  spec.volumeName === undefined && metadata.annotations?.[PROVISIONER] === LOCAL_PATH && metadata.deletionTimestamp === undefined;

const provision = (world: World, claimKey: string): void => {
  const { namespace, name } = splitKey(claimKey);
  const claim = getObject<PersistentVolumeClaim>(world, CLAIMS, namespace, name);
  if (claim === undefined || !isForUs(claim)) return;
  const volumeName = `pvc-${claim.metadata.uid}`;
  if (getObject(world, VOLUMES, undefined, volumeName) !== undefined) return;
  const client = clientFor(world, "local-path-provisioner");
  client.event(claim, {
    type: "Normal",
    reason: "Provisioning",
    message: `External provisioner is provisioning volume for claim "${claimKey}"`,
    component: COMPONENT,
  });
  const refusal = whyRefused(claim);
  if (refusal !== undefined) {
    const message = `failed to provision volume with StorageClass "${storageClassName(claim)}": ${refusal}`;
    client.event(claim, { type: "Warning", reason: "ProvisioningFailed", message, component: COMPONENT });
    return failTurn(world);
  }
  const created = client.create<PersistentVolume>(VOLUMES, draftVolume(world, claim, volumeName));
  if (created.ok)
    client.event(claim, {
      type: "Normal",
      reason: "ProvisioningSucceeded",
      message: `Successfully provisioned volume ${volumeName}`,
      component: COMPONENT,
    });
};

/**
 * Reason why no directory on one node can be what a claim asks for.
 *
 * @see https://github.com/rancher/local-path-provisioner/blob/v0.0.31/provisioner.go
 */
const whyRefused = ({ spec }: PersistentVolumeClaim): string | undefined => {
  if (spec.selector !== undefined) return "claim.Spec.Selector is not supported";
  return (spec.accessModes ?? []).every((mode) => mode === "ReadWriteOnce" || mode === "ReadWriteOncePod")
    ? undefined
    : "NodePath only supports ReadWriteOnce and ReadWriteOncePod (1.22+) access modes";
};

const draftVolume = (world: World, claim: PersistentVolumeClaim, volumeName: string): PersistentVolume => {
  const { metadata, spec } = claim;
  const storageClass = getObject<StorageClass>(world, "storageclasses.storage.k8s.io", undefined, storageClassName({ metadata, spec }));
  const node = metadata.annotations?.[SELECTED_NODE] ?? firstWorker(world);
  const path = `/var/local-path-provisioner/${volumeName}_${metadata.namespace}_${metadata.name}`;
  return {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name: volumeName, annotations: { "local.path.provisioner/selected-node": node, [PROVISIONED_BY]: LOCAL_PATH } },
    spec: {
      capacity: { storage: spec.resources?.requests?.["storage"] ?? "1Gi" },
      accessModes: spec.accessModes ?? ["ReadWriteOnce"],
      persistentVolumeReclaimPolicy: (storageClass?.reclaimPolicy ?? "Delete") as "Delete",
      storageClassName: storageClassName({ metadata, spec }),
      volumeMode: spec.volumeMode ?? "Filesystem",
      claimRef: claimReference(claim),
      hostPath: { path, type: "DirectoryOrCreate" },
      nodeAffinity: {
        required: { nodeSelectorTerms: [{ matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: [node] }] }] },
      },
    },
  };
};

const firstWorker = (world: World): string => {
  const nodes = listObjects(world, "nodes").map(({ metadata }) => metadata);
  return (nodes.find(({ labels }) => labels?.["node-role.kubernetes.io/control-plane"] === undefined) ?? nodes[0])?.name ?? "";
};

const reclaim = (world: World, name: string): void => {
  const volume = getObject<PersistentVolume>(world, VOLUMES, undefined, name);
  if (volume?.status?.phase !== "Released" || volume.metadata.annotations?.[PROVISIONED_BY] !== LOCAL_PATH) return;
  if (volume.spec.persistentVolumeReclaimPolicy === "Delete") clientFor(world, "local-path-provisioner").delete(VOLUMES, undefined, name);
};
