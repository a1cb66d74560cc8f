import { isSameJson } from "#core/canonical-json.ts";
import { compareQuantities } from "#kube/objects/quantity.ts";
import { storageClassName } from "#kube/objects/storage-class-name.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from "#kube/types/storage.ts";
import { getObject, listObjects } from "../apiserver/store/store.ts";
import { type Controller, enqueueAfter, itself, splitKey } from "../controller-runtime/controller.ts";
import { clientFor } from "../controller-runtime/identity.ts";
import type { World } from "../kernel/world.ts";
import { claimReference } from "./claim-reference.ts";
import { capacityOf, findVolumeFor } from "./match-volume.ts";
import { claimNames } from "./pod-claims.ts";
import { CLAIMS, PROVISIONER, PROVISIONER_BETA, SELECTED_NODE, VOLUMES } from "./storage-names.ts";

/** Binds claims to volumes, and reports why one waits. */
export const volumeBinder: Controller = {
  name: "persistentvolume-binder",
  watches: {
    [CLAIMS]: itself,
    [VOLUMES]: (world, { object, type }) => {
      const { claimRef } = (object as PersistentVolume).spec;
      if (claimRef !== undefined) return [`${claimRef.namespace}/${claimRef.name}`];
      return type === "DELETED" ? [] : listObjects<PersistentVolumeClaim>(world, CLAIMS).filter(isPending).map(keyOf);
    },
    "storageclasses.storage.k8s.io": (world) => listObjects<PersistentVolumeClaim>(world, CLAIMS).filter(isPending).map(keyOf),
  },
  retry: { firstMs: 15_000, lastMs: 15_000 },
  reconcile: (world, key) => {
    const { namespace, name } = splitKey(key);
    const claim = getObject<PersistentVolumeClaim>(world, CLAIMS, namespace, name);
    if (claim === undefined || claim.metadata.deletionTimestamp !== undefined) return;
    if (claim.metadata.annotations?.[BIND_COMPLETED] !== undefined) return checkBound(world, claim);
    const storageClass = getObject<StorageClass>(world, "storageclasses.storage.k8s.io", undefined, storageClassName(claim));
    const isNamed = claim.spec.volumeName !== undefined;
    const waits =
      !isNamed && storageClass?.volumeBindingMode === "WaitForFirstConsumer" && claim.metadata.annotations?.[SELECTED_NODE] === undefined;
    const volume = waits ? undefined : findVolumeFor(world, claim);
    if (volume !== undefined) return bind(world, claim, volume);
    if (isNamed) explainNamed(world, claim);
    else explainWait(world, claim, storageClass, waits);
    // The real controller looks at every waiting claim again and again and says so each time.
    enqueueAfter(world, "persistentvolume-binder", key, RESYNC_MS);
  },
};

const RESYNC_MS = 15_000;
const BIND_COMPLETED = "pv.kubernetes.io/bind-completed";
const BOUND_BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";

const isPending = ({ metadata, status }: PersistentVolumeClaim): boolean =>
  status?.phase !== "Bound" && metadata.deletionTimestamp === undefined;

const keyOf = ({ metadata }: PersistentVolumeClaim): string => `${metadata.namespace}/${metadata.name}`;

const bind = (world: World, claim: PersistentVolumeClaim, volume: PersistentVolume): void => {
  const client = clientFor(world, "persistent-volume-binder");
  const bound = claimVolume(world, claim, volume);
  if (bound === undefined) return;
  const annotations = {
    ...claim.metadata.annotations,
    [BIND_COMPLETED]: "yes",
    ...(claim.spec.volumeName === undefined ? { [BOUND_BY_CONTROLLER]: "yes" } : {}),
  };
  const updated = client.update<PersistentVolumeClaim>(CLAIMS, {
    ...claim,
    metadata: { ...claim.metadata, annotations },
    spec: { ...claim.spec, volumeName: volume.metadata.name },
  });
  if (updated.ok) setBound(world, updated.value, bound);
};

const claimVolume = (world: World, claim: PersistentVolumeClaim, volume: PersistentVolume): PersistentVolume | undefined => {
  const { metadata } = claim;
  const client = clientFor(world, "persistent-volume-binder");
  let next = volume;
  if (volume.spec.claimRef?.uid !== metadata.uid) {
    const claimRef = claimReference(claim);
    const annotations =
      volume.spec.claimRef === undefined ? { ...volume.metadata.annotations, [BOUND_BY_CONTROLLER]: "yes" } : volume.metadata.annotations;
    const result = client.update<PersistentVolume>(VOLUMES, {
      ...volume,
      metadata: { ...volume.metadata, ...(annotations === undefined ? {} : { annotations }) },
      spec: { ...volume.spec, claimRef },
    });
    if (!result.ok) return undefined;
    next = result.value;
  }
  if (next.status?.phase === "Bound") return next;
  const result = client.updateStatus<PersistentVolume>(VOLUMES, { ...next, status: { ...next.status, phase: "Bound" } });
  return result.ok ? result.value : undefined;
};

const setBound = (world: World, claim: PersistentVolumeClaim, { spec }: PersistentVolume): void => {
  const status: NonNullable<PersistentVolumeClaim["status"]> = {
    ...claim.status,
    phase: "Bound",
    ...(spec.accessModes === undefined ? {} : { accessModes: spec.accessModes }),
    ...(spec.capacity === undefined ? {} : { capacity: spec.capacity }),
  };
  if (!isSameJson(status, claim.status ?? {})) clientFor(world, "persistent-volume-binder").updateStatus(CLAIMS, { ...claim, status });
};

/** Checks a bound claim; it is Lost when its volume is gone. */
const checkBound = (world: World, claim: PersistentVolumeClaim): void => {
  const volume = getObject<PersistentVolume>(world, VOLUMES, undefined, claim.spec.volumeName ?? "");
  if (volume !== undefined) return setBound(world, claim, volume);
  if (claim.status?.phase === "Lost") return;
  const client = clientFor(world, "persistent-volume-binder");
  client.updateStatus(CLAIMS, { ...claim, status: { phase: "Lost" } });
  client.event(claim, {
    type: "Warning",
    reason: "ClaimLost",
    message: "Bound claim has lost its PersistentVolume. Data on the volume is lost!",
    component: COMPONENT,
  });
};

const COMPONENT = "persistentvolume-controller";

const explainWait = (world: World, claim: PersistentVolumeClaim, storageClass: StorageClass | undefined, waits: boolean): void => {
  const client = clientFor(world, "persistent-volume-binder");
  const say = (type: "Normal" | "Warning", reason: string, message: string): void =>
    client.event(claim, { type, reason, message, component: COMPONENT });
  const className = storageClassName(claim);
  if (waits) return explainConsumer(world, claim, say);
  if (className === "") return say("Normal", "FailedBinding", "no persistent volumes available for this claim and no storage class is set");
  if (storageClass === undefined) return say("Warning", "ProvisioningFailed", `storageclass.storage.k8s.io "${className}" not found`);
  const { provisioner } = storageClass;
  if (provisioner === "kubernetes.io/no-provisioner")
    return say("Normal", "FailedBinding", "no persistent volumes available for this claim and no storage class is set");
  if (claim.metadata.annotations?.[PROVISIONER] !== provisioner) {
    const annotations = { ...claim.metadata.annotations, [PROVISIONER_BETA]: provisioner, [PROVISIONER]: provisioner };
    client.update(CLAIMS, { ...claim, metadata: { ...claim.metadata, annotations } });
  }
  const subject = `the external provisioner '${provisioner}'`;
  say(
    "Normal",
    "ExternalProvisioning",
    `Waiting for a volume to be created either by ${subject} or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.`,
  );
};

/** Says of a claim for a volume by its name whose that is, or why it does not do; of one that is not there nothing is said. */
const explainNamed = (world: World, claim: PersistentVolumeClaim): void => {
  const name = claim.spec.volumeName ?? "";
  const volume = getObject<PersistentVolume>(world, VOLUMES, undefined, name);
  if (volume === undefined) return;
  const say = (reason: string, message: string): void =>
    clientFor(world, "persistent-volume-binder").event(claim, { type: "Warning", reason, message, component: COMPONENT });
  if (volume.spec.claimRef !== undefined) return say("FailedBinding", `volume ${JSON.stringify(name)} already bound to a different claim.`);
  const unfit = whyUnfit(volume, claim);
  if (unfit !== undefined) say("VolumeMismatch", `Cannot bind to requested volume ${JSON.stringify(name)}: ${unfit}`);
};

/**
 * Reason why a volume cannot be a claim's, in the controller's words and order.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.33.1/pkg/controller/volume/persistentvolume/pv_controller.go
 */
const whyUnfit = (volume: PersistentVolume, claim: PersistentVolumeClaim): string | undefined => {
  const { metadata, spec } = volume;
  if (metadata.deletionTimestamp !== undefined) return `the volume is marked for deletion ${JSON.stringify(metadata.name)}`;
  if (compareQuantities(capacityOf(volume), claim.spec.resources?.requests?.["storage"] ?? "0") < 0) return "requested PV is too small";
  if (storageClassName(volume) !== storageClassName(claim)) return "storageClassName does not match";
  if ((spec.volumeMode ?? "Filesystem") !== (claim.spec.volumeMode ?? "Filesystem")) return "incompatible volumeMode";
  const hasModes = (claim.spec.accessModes ?? []).every((mode) => spec.accessModes?.includes(mode) === true);
  return hasModes ? undefined : "incompatible accessMode";
};

const explainConsumer = (
  world: World,
  { metadata }: PersistentVolumeClaim,
  say: (type: "Normal", reason: string, message: string) => void,
): void => {
  const consumer = listObjects<Pod>(world, "pods", metadata.namespace).find(
    (pod) => pod.spec.nodeName === undefined && claimNames(pod).includes(metadata.name),
  );
  if (consumer === undefined) say("Normal", "WaitForFirstConsumer", "waiting for first consumer to be created before binding");
  else say("Normal", "WaitForPodScheduled", `waiting for pod ${consumer.metadata.name} to be scheduled`);
};
