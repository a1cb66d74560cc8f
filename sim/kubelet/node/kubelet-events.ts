import type { Pod } from "#kube/types/pod.ts";
import { clientForNode } from "../../controller-runtime/identity.ts";
import type { World } from "../../kernel/world.ts";
import { fieldPathOf } from "../pod/pod-containers.ts";

/** Event of a kubelet about a pod or one of its containers. */
export interface KubeletEvent {
  readonly type?: "Warning";
  readonly reason: string;
  readonly message: string;
  readonly container?: string;
}

/** Records an event as the kubelet of the pod's node. */
export const recordEvent = (world: World, pod: Pod, { type, reason, message, container }: KubeletEvent): void => {
  const node = pod.spec.nodeName as string;
  clientForNode(world, node).event(pod, {
    type: type ?? "Normal",
    reason,
    message,
    component: "kubelet",
    host: node,
    ...(container === undefined ? {} : { fieldPath: fieldPathOf(pod, container) }),
  });
};
