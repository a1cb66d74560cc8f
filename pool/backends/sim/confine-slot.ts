import { invariant } from "#core/invariant.ts";
import { POD_SECURITY_LABELS } from "#kube/confinement/pod-security-labels.ts";
import { accountsWithRights, BINDINGS, buildSlotPolicy, POLICIES } from "#kube/confinement/slot-policy.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { WriteRequest } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { handle } from "#sim/apiserver/http/handle.ts";
import type { World } from "#sim/kernel/world.ts";
import { ADMIN } from "./sim-slot.ts";

/** Puts Pod Security and the admission policy of a namespace slot into force, as the pool does on a real cluster. */
export const confineSlot = (world: World, manifests: readonly KubeObject[], namespace: string): void => {
  const { policy, binding } = buildSlotPolicy(namespace, accountsWithRights(manifests));
  const writes: readonly Pick<WriteRequest, "method" | "path" | "patchType" | "body">[] = [
    {
      method: "PATCH",
      path: apiPath({ resource: "namespaces", name: namespace }),
      patchType: "merge",
      body: { metadata: { labels: POD_SECURITY_LABELS } },
    },
    { method: "POST", path: apiPath({ resource: POLICIES }), body: policy },
    { method: "POST", path: apiPath({ resource: BINDINGS }), body: binding },
  ];
  for (const write of writes) {
    const { status, body } = handle(world, { query: {}, user: ADMIN, ...write });
    invariant(status < 300, `${write.path}: ${JSON.stringify(body)}`);
  }
};
