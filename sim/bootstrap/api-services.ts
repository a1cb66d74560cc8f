import { RESOURCES } from "#kube/objects/resources.ts";
import type { KubeObject } from "#kube/types/meta.ts";

/** One APIService for each version of each group that the API server serves itself. */
export const apiServices = (now: string): readonly KubeObject[] =>
  [...new Set(RESOURCES.map(({ group, version }) => `${version}.${group}`))].flatMap((name) => {
    const group = name.slice(name.indexOf(".") + 1);
    const priority = PRIORITIES[group];
    return priority === undefined ? [] : [apiService(name, group, priority, now)];
  });

/** Priority of a group in discovery, and those of its versions. Missing: the group has another server. */
const PRIORITIES: Readonly<Record<string, readonly [number, Readonly<Record<string, number>>]>> = {
  "": [18_000, { v1: 1 }],
  "admissionregistration.k8s.io": [16_700, { v1: 15 }],
  "apiextensions.k8s.io": [16_700, { v1: 15 }],
  apps: [17_800, { v1: 15 }],
  "authentication.k8s.io": [17_700, { v1: 15 }],
  "authorization.k8s.io": [17_600, { v1: 15 }],
  autoscaling: [17_500, { v1: 15, v2: 30 }],
  batch: [17_400, { v1: 15 }],
  "certificates.k8s.io": [17_300, { v1: 15 }],
  "coordination.k8s.io": [16_500, { v1: 15 }],
  "discovery.k8s.io": [16_200, { v1: 15 }],
  "events.k8s.io": [17_750, { v1: 15 }],
  "flowcontrol.apiserver.k8s.io": [16_100, { v1: 21 }],
  "networking.k8s.io": [17_200, { v1: 15 }],
  "node.k8s.io": [16_300, { v1: 15 }],
  policy: [17_100, { v1: 15 }],
  "rbac.authorization.k8s.io": [17_000, { v1: 15 }],
  "resource.k8s.io": [16_200, { v1: 21 }],
  "scheduling.k8s.io": [16_600, { v1: 15 }],
  "storage.k8s.io": [16_800, { v1: 15 }],
};

const apiService = (
  name: string,
  group: string,
  [groupPriorityMinimum, versions]: (typeof PRIORITIES)[string],
  now: string,
): KubeObject => {
  const version = name.slice(0, name.indexOf("."));
  return {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name, labels: { "kube-aggregator.kubernetes.io/automanaged": "onstart" } },
    spec: { ...(group !== "" && { group }), version, groupPriorityMinimum, versionPriority: versions[version] },
    status: {
      conditions: [
        { type: "Available", status: "True", lastTransitionTime: now, reason: "Local", message: "Local APIServices are always available" },
      ],
    },
  } as KubeObject;
};
