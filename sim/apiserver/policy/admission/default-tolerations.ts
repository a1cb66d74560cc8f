import { ok } from "#core/result.ts";
import type { Toleration } from "#kube/types/placement.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";

/** Tolerates not-ready and unreachable nodes for 300 s, unless the pod says otherwise. */
export const defaultTolerations: AdmissionPlugin = {
  resources: new Set(["pods"]),
  mutate: (_context, object, old) => {
    const pod = object as Pod;
    if (old !== undefined && (old as Pod).spec === pod.spec) return ok(object);
    const given = pod.spec.tolerations ?? [];
    const added = TAINTS.filter((taint) => !given.some((toleration) => covers(toleration, taint))).map(tolerationOf);
    return ok(added.length === 0 ? pod : { ...pod, spec: { ...pod.spec, tolerations: [...given, ...added] } });
  },
};

const TAINTS = ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"];

const covers = ({ key, effect }: Toleration, taint: string): boolean =>
  (key === undefined || key === taint) && (effect === undefined || effect === "NoExecute");

const tolerationOf = (key: string): Toleration => TOLERATIONS[key] as Toleration;

const TOLERATIONS: Readonly<Record<string, Toleration>> = Object.fromEntries(
  TAINTS.map((key) => [key, Object.freeze({ key, operator: "Exists", effect: "NoExecute", tolerationSeconds: 300 } as const)]),
);
