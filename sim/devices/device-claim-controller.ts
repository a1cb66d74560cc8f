import { err, ok, type Result } from "#core/result.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { DeviceClaim, DeviceClaimTemplate } from "../apiserver/schema/kinds/devices.ts";
import { getByKey, getObject, listObjects } from "../apiserver/store/store.ts";
import { type Controller, controllerRef, failTurn, NO_KEYS } from "../controller-runtime/controller.ts";
import { clientFor } from "../controller-runtime/identity.ts";
import type { World } from "../kernel/world.ts";
import { DEVICE_CLAIMS } from "./claims-of-pod.ts";

/** Makes the claims for devices that pods have templates for; each belongs to its pod. */
export const deviceClaimController: Controller = {
  name: "resource-claim",
  watches: {
    pods: (_world, { type, key, object }) => (type === "DELETED" || templatesOf(object as Pod).length === 0 ? NO_KEYS : [key]),
  },
  reconcile: (world, key) => {
    const pod = getByKey<Pod>(world, "pods", key);
    if (pod === undefined || pod.metadata.deletionTimestamp !== undefined) return;
    const known = pod.status?.resourceClaimStatuses ?? [];
    const missing = templatesOf(pod).filter(([name]) => !known.some((status) => status.name === name));
    const made = missing.map(([name, template]) => ({ name, claim: makeClaim(world, pod, name, template) }));
    const fresh = made.flatMap(({ name, claim }) => (claim.ok ? [{ name, resourceClaimName: claim.value }] : []));
    if (fresh.length > 0)
      clientFor(world, "resource-claim-controller").updateStatus<Pod>("pods", {
        ...pod,
        status: { ...pod.status, resourceClaimStatuses: [...known, ...fresh] },
      });
    const [failure] = made.flatMap(({ claim }) => (claim.ok ? [] : [claim.error]));
    if (failure === undefined) return;
    clientFor(world, "resource-claim-controller").event(pod, {
      type: "Warning",
      reason: "FailedResourceClaimCreation",
      message: failure,
      component: "resource_claim",
    });
    failTurn(world);
  },
};

/** Name of the pod's claim, name of its template. */
const templatesOf = ({ spec }: Pod): readonly (readonly [string, string])[] =>
  (spec.resourceClaims ?? []).flatMap(({ name, resourceClaimTemplateName: template }) =>
    template === undefined ? [] : [[name, template]],
  );

/** Makes one claim, unless it is there: its name, or the failure as its event tells it. */
const makeClaim = (world: World, pod: Pod, name: string, templateName: string): Result<string, string> => {
  const { namespace } = pod.metadata;
  const template = getObject<DeviceClaimTemplate>(world, "resourceclaimtemplates.resource.k8s.io", namespace, templateName);
  const frame = `PodResourceClaim ${name}: resource claim template ${JSON.stringify(templateName)}: `;
  if (template === undefined) return err(`${frame}resourceclaimtemplate.resource.k8s.io ${JSON.stringify(templateName)} not found`);
  const present = listObjects<DeviceClaim>(world, DEVICE_CLAIMS, namespace).find(
    (claim) => controllerRef(claim)?.uid === pod.metadata.uid && claim.metadata.annotations?.[CLAIM_OF] === name,
  );
  if (present !== undefined) return ok(present.metadata.name);
  const made = clientFor(world, "resource-claim-controller").create<DeviceClaim>(DEVICE_CLAIMS, draftClaim(pod, name, template));
  return made.ok ? ok(made.value.metadata.name) : err(`${frame}${made.error.message}`);
};

/** Says which of its pod's claims a claim is. */
const CLAIM_OF = "resource.kubernetes.io/pod-claim-name";

const draftClaim = (pod: Pod, name: string, { spec: { metadata, spec } }: DeviceClaimTemplate): DeviceClaim => {
  const { name: podName, namespace, uid } = pod.metadata;
  return {
    apiVersion: "resource.k8s.io/v1",
    kind: "ResourceClaim",
    metadata: {
      generateName: `${podName}-${name}-`,
      namespace: namespace as string,
      ...(metadata?.labels && { labels: metadata.labels }),
      annotations: { ...metadata?.annotations, [CLAIM_OF]: name },
      ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: podName, uid: uid as string, controller: true }],
    } as object as DeviceClaim["metadata"],
    spec,
  };
};
