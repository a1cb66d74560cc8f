import type { KubeObject } from "#kube/types/meta.ts";
import type { Pod, PodTemplateSpec } from "#kube/types/pod.ts";
import type { StatefulSet } from "#kube/types/workloads.ts";
import { getObject } from "../../apiserver/store/store.ts";
import { REVISION_LABEL } from "../../controller-runtime/controller-revisions.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { podFromTemplate } from "../../controller-runtime/pod-from-template.ts";
import type { World } from "../../kernel/world.ts";
import { draftClaims, syncClaimOwners } from "./claims.ts";
import { isWanted } from "./ordinals.ts";

/** A pod of a StatefulSet as it should be. */
export interface Member {
  readonly ordinal: number;
  readonly revision: string;
  readonly template: PodTemplateSpec;
}

/** Creates a member's claims where they are missing, then its pod; false when the API server refused. */
export const createMember = (world: World, set: StatefulSet, member: Member): boolean => {
  const pod = draftPod(set, member);
  for (const claim of draftClaims(set, member.ordinal)) {
    const present = getObject(world, "persistentvolumeclaims", claim.metadata.namespace, claim.metadata.name);
    if (present !== undefined && isTerminating(present)) return refuse(world, set, pod, `pvc ${claim.metadata.name} is being deleted`);
    if (present !== undefined) continue;
    const made = clientFor(world, "statefulset-controller").create("persistentvolumeclaims", claim);
    const subject = `Create Claim ${claim.metadata.name} Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name}`;
    say(world, set, made.ok, made.ok ? `${subject} success` : `${subject} failed error: ${made.error.message}`);
    if (!made.ok) return false;
  }
  const made = clientFor(world, "statefulset-controller").create<Pod>("pods", pod);
  const subject = `Create Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name}`;
  say(world, set, made.ok, made.ok ? `${subject} successful` : `${subject} failed error: ${made.error.message}`);
  if (made.ok) syncClaimOwners(world, set, made.value);
  return made.ok;
};

/** Sets the owner of a member's claims by the set's policy, with an event for a member that stays. */
export const keepClaims = (world: World, set: StatefulSet, pod: Pod): void => {
  if (!syncClaimOwners(world, set, pod) || !isWanted(set, pod.metadata.name)) return;
  clientFor(world, "statefulset-controller").event(set, {
    type: "Normal",
    reason: "SuccessfulUpdate",
    message: `Update Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name} successful`,
    component: "statefulset-controller",
  });
};

/** A claim whose pod was scaled away goes with it: its name is free again only then. */
const isTerminating = ({ metadata }: KubeObject): boolean =>
  metadata.deletionTimestamp !== undefined || metadata.ownerReferences?.some(({ kind }) => kind === "Pod") === true;

const refuse = (world: World, set: StatefulSet, pod: Pod, why: string): false => {
  say(world, set, false, `Create Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name} failed error: ${why}`);
  return false;
};

/** Ends a member; false when the API server refused. */
export const removeMember = (world: World, set: StatefulSet, { metadata }: Pod): boolean => {
  const client = clientFor(world, "statefulset-controller");
  const gone = client.delete("pods", metadata.namespace, metadata.name);
  const subject = `Delete Pod ${metadata.name} in StatefulSet ${set.metadata.name}`;
  client.event(set, {
    type: gone.ok ? "Normal" : "Warning",
    reason: gone.ok ? "SuccessfulDelete" : "FailedDelete",
    message: gone.ok ? `${subject} successful` : `${subject} failed error: ${gone.error.message}`,
    component: "statefulset-controller",
  });
  return gone.ok;
};

const say = (world: World, set: StatefulSet, isFine: boolean, message: string): void =>
  clientFor(world, "statefulset-controller").event(set, {
    type: isFine ? "Normal" : "Warning",
    reason: isFine ? "SuccessfulCreate" : "FailedCreate",
    message,
    component: "statefulset-controller",
  });

const draftPod = (set: StatefulSet, { ordinal, revision, template }: Member): Pod => {
  const name = `${set.metadata.name}-${ordinal}`;
  const labels = { "apps.kubernetes.io/pod-index": `${ordinal}`, [REVISION_LABEL]: revision, "statefulset.kubernetes.io/pod-name": name };
  const { $patch: _patch, ...clean } = template as PodTemplateSpec & { readonly $patch?: string };
  const pod = podFromTemplate(set, clean, { name, labels });
  const claimed = (set.spec.volumeClaimTemplates ?? []).map(({ metadata }) => ({
    name: metadata.name,
    persistentVolumeClaim: { claimName: `${metadata.name}-${name}` },
  }));
  const kept = (clean.spec.volumes ?? []).filter((volume) => !claimed.some((claim) => claim.name === volume.name));
  const volumes = [...claimed, ...kept];
  return {
    ...pod,
    spec: {
      ...clean.spec,
      ...(volumes.length === 0 ? {} : { volumes }),
      hostname: name,
      ...(set.spec.serviceName === undefined ? {} : { subdomain: set.spec.serviceName }),
    },
  };
};
