import { ok } from "#core/result.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";

/** Taints new nodes as not ready, until the node controller removes the taint. */
export const nodeTaint: AdmissionPlugin = {
  resources: new Set(["nodes"]),
  mutate: ({ subresource }, object, old) => {
    const node = object as Node;
    const taints = node.spec?.taints ?? [];
    if (old !== undefined || subresource !== undefined || taints.some(({ key, effect }) => key === KEY && effect === "NoSchedule"))
      return ok(object);
    return ok({ ...node, spec: { ...node.spec, taints: [...taints, { key: KEY, effect: "NoSchedule" }] } });
  },
};

const KEY = "node.kubernetes.io/not-ready";
