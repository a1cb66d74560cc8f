import type { RuleText } from "./alert-rules.ts";
import { tidbIsDown, tidbSetIsShort } from "./object-conditions.ts";

/** Rules about the StatefulSets of TiDB clusters, which are known by their names. */
export const tidbRules = (ns: string): readonly RuleText[] => {
  const base = { group: "app.tidb", forMs: 120_000, severity: "critical" } as const;
  const S = "{{ $labels.statefulset }}";
  return [
    {
      ...base,
      name: "TiDBInstanceNotReady",
      query: `kube_statefulset_status_replicas_ready{namespace=~"${ns}", statefulset=~".+-tidb"} == 0`,
      annotations: {
        summary: "TiDB instance is not ready",
        description: `TiDB ${S} in namespace {{ $labels.namespace }} has had no ready instance for more than 2 minutes.`,
      },
      reads: { kind: "objects", condition: tidbIsDown },
    },
    {
      ...base,
      name: "TiDBStatefulSetNotReady",
      query: `kube_statefulset_replicas{namespace=~"${ns}", statefulset=~".+-(pd|tikv|tidb)"} - kube_statefulset_status_replicas_ready > 0`,
      annotations: {
        summary: `TiDB StatefulSet ${S} not ready`,
        description: `StatefulSet ${S} in namespace {{ $labels.namespace }} lacks {{ $value }} of its replicas.`,
      },
      reads: { kind: "objects", condition: tidbSetIsShort },
    },
  ];
};
