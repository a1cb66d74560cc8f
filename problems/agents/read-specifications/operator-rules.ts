import { kubectl } from "#core/tool-call.ts";
import { MEMBERS, type MemberSpec, type TidbCluster } from "#kube/types/tidb-cluster.ts";
import type { Rule } from "./rule.ts";

/** Rules on the custom resources of operators. */
export const OPERATOR_RULES: readonly Rule[] = [
  {
    faults: ["op-storage-class-missing"],
    rank: 90,
    find: (specs) => {
      const classes = new Set(specs.of("StorageClass").map(({ metadata }) => metadata.name));
      const isMissing = (name: string | undefined): boolean => name !== undefined && name !== "" && classes.size > 0 && !classes.has(name);
      return findMembers(({ storageClassName }) => (isMissing(storageClassName) ? "storageClassName" : undefined))(specs);
    },
  },
  { faults: ["op-replicas-overload"], rank: 90, find: findMembers(({ replicas }) => (replicas > 10 ? "replicas" : undefined), 1) },
  {
    faults: ["op-security-context-invalid"],
    rank: 90,
    find: findMembers(({ podSecurityContext = {} }) =>
      Object.values(podSecurityContext).some((id) => typeof id === "number" && (id < 0 || id > 2 ** 31 - 1))
        ? "podSecurityContext"
        : undefined,
    ),
  },
  {
    faults: ["op-toleration-invalid"],
    rank: 90,
    find: findMembers(({ tolerations = [] }) =>
      tolerations.some(({ effect }) => effect !== undefined && !["NoSchedule", "PreferNoSchedule", "NoExecute"].includes(effect))
        ? "tolerations"
        : undefined,
    ),
  },
  {
    faults: ["op-update-strategy-invalid"],
    rank: 90,
    find: findMembers(({ statefulSetUpdateStrategy: strategy = "RollingUpdate" }) =>
      ["RollingUpdate", "OnDelete"].includes(strategy) ? undefined : "statefulSetUpdateStrategy",
    ),
  },
];

/** Finds fields that no pod or StatefulSet can have. @param right value that is put in its place; missing: none */
function findMembers(oddFieldOf: (member: MemberSpec) => string | undefined, right: number | null = null): Rule["find"] {
  return (specs) =>
    specs.of<TidbCluster>("TidbCluster").flatMap((about) =>
      MEMBERS.flatMap((name) => {
        const member = about.spec[name];
        const field = member === undefined ? undefined : oddFieldOf(member);
        if (field === undefined) return [];
        const patch = JSON.stringify({ spec: { [name]: { [field]: right } } });
        const resource = `tidbcluster/${about.metadata.name}`;
        return [{ resource, about, says: `${field} of ${name} is odd`, repair: [kubectl(`patch ${resource} --type=merge -p '${patch}'`)] }];
      }),
    );
}
