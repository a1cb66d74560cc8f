import type { Baseline } from "#kube/app/baseline.ts";
import { baselineWorkload } from "#kube/checks/fault-checks.ts";
import type { Workload } from "#kube/checks/workload.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { RoleBinding } from "#kube/types/cluster.ts";
import { listObjects } from "#kube/verbs/list.ts";

/** Service account that a workload's pods run as. */
export const accountOf = ({ spec }: Workload): string => spec.template.spec.serviceAccountName ?? "default";

/** Service account that the workload's pods ran as before. */
export const accountBefore = (baseline: Baseline, target: string): string => accountOf(baselineWorkload(baseline, target));

/** True where the workload's account was given rights, which another account lacks. */
export const hadRights = (baseline: Baseline, target: string): boolean => {
  const account = accountBefore(baseline, target);
  return BINDINGS.some((resource) =>
    ((baseline.objects[resource] ?? []) as readonly RoleBinding[]).some((binding) => isBoundTo(binding, baseline.namespace, account)),
  );
};

/** Bindings that give rights to one account and not to another. */
export const rightsMissing = async (
  view: ClusterView,
  namespace: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly string[]> => {
  const lists = await Promise.all(
    BINDINGS.map((resource) => listObjects<RoleBinding>(view, { resource, ...(resource === BINDINGS[0] && { namespace }) })),
  );
  const bindings = lists.flat();
  const rights = (account: string) =>
    bindings.filter((binding) => isBoundTo(binding, namespace, account)).map(({ roleRef }) => `${roleRef.kind}/${roleRef.name}`);
  const has = new Set(rights(to));
  return rights(from).filter((role) => !has.has(role));
};

const BINDINGS = ["rolebindings.rbac.authorization.k8s.io", "clusterrolebindings.rbac.authorization.k8s.io"] as const;

const isBoundTo = ({ metadata, subjects = [] }: RoleBinding, own: string, account: string): boolean =>
  subjects.some(({ kind, name, namespace = metadata.namespace }) => kind === "ServiceAccount" && name === account && namespace === own);
