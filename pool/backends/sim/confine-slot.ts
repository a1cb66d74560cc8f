import { invariant } from "#core/invariant.ts";
import { accountsWithRights, BINDINGS, buildSlotPolicy, POLICIES } from "#kube/confinement/slot-policy.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { handle } from "#sim/apiserver/http/handle.ts";
import type { World } from "#sim/kernel/world.ts";
import { ADMIN } from "./sim-slot.ts";

/** Puts the admission policy of a namespace slot into force, as the pool does on a real cluster. */
export const confineSlot = (world: World, manifests: readonly KubeObject[], namespace: string): void => {
  const { policy, binding } = buildSlotPolicy(namespace, accountsWithRights(manifests));
  for (const [resource, body] of [
    [POLICIES, policy],
    [BINDINGS, binding],
  ] as const) {
    const answer = handle(world, { method: "POST", path: apiPath({ resource }), query: {}, body, user: ADMIN });
    invariant(answer.status < 300, `${resource} ${namespace}: ${JSON.stringify(answer.body)}`);
  }
};
