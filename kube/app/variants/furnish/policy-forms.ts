import type { NetworkPolicy } from "../../../types/network.ts";
import { type Form, someWorkloads, withObjects } from "./form.ts";

/** Forms of NetworkPolicies. */
export const POLICY_FORMS: Readonly<Record<string, Form>> = {
  /** Policies that isolate pods and let through what is needed: whatever comes from a pod. */
  "policies with rules": (rng, furnishing) => {
    const { objects, record, namespace } = furnishing;
    const entries = new Set([record.load.service, ...record.operations.flatMap(({ entry }) => entry?.service ?? [])]);
    const isolated = someWorkloads(rng, furnishing).filter(({ component: { name, role } }) => role !== "frontend" && !entries.has(name));
    const added = isolated.slice(0, MOST).map(({ workload: { metadata, spec } }): NetworkPolicy => {
      const own = rng.stream(`policy of ${metadata.name}`);
      const isBoth = own.chance({ numerator: 1, denominator: 3 });
      return {
        apiVersion: "networking.k8s.io/v1",
        kind: "NetworkPolicy",
        metadata: { name: own.pick(NAMES).replace("{name}", metadata.name), namespace, labels: metadata.labels ?? {} },
        spec: {
          podSelector: { matchLabels: spec.selector.matchLabels ?? {} },
          policyTypes: isBoth ? ["Ingress", "Egress"] : ["Ingress"],
          ingress: [{ from: [{ podSelector: {} }, { namespaceSelector: {} }] }],
          ...(isBoth && { egress: [{}] }),
        },
      };
    });
    const taken = new Set(objects.filter(({ kind }) => kind === "NetworkPolicy").map(({ metadata }) => metadata.name));
    return withObjects(
      objects,
      new Map(),
      added.filter(({ metadata }) => !taken.has(metadata.name)),
    );
  },
};

const MOST = 4;

const NAMES: readonly string[] = ["{name}-ingress", "allow-{name}", "{name}-peers", "{name}-network", "np-{name}"];
