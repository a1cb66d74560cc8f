import { refOf } from "#kube/objects/object-ref.ts";
import { bodyOf } from "#kube/ports/api-error.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { NODE_RULES } from "#sim/bootstrap/team-access.ts";
import { emptyRegistry } from "./registry.ts";

/**
 * Creates what all slots of a cluster share: a namespace that no agent can read, the registry in it, and the right of
 * the agents' accounts, which are in it too, to read nodes and storage classes. Safe to repeat.
 */
export const ensurePoolNamespace = async (admin: ClusterPort, home: string): Promise<void> => {
  for (const object of poolNamespaceObjects(home)) {
    const ref = refOf(object);
    const path = apiPath({ resource: ref?.resource ?? "", namespace: object.metadata.namespace });
    const answer = await admin.write({ method: "POST", path, body: object });
    if (answer.status !== 409) bodyOf(answer, `create ${object.kind} ${object.metadata.name}`);
  }
};

/** Deletes it, once there are no slots any more. */
export const removePoolNamespace = async (admin: ClusterPort, home: string): Promise<void> => {
  for (const object of poolNamespaceObjects(home)
    .filter(({ metadata }) => metadata.namespace === undefined)
    .reverse())
    await deleteObject(admin, { resource: refOf(object)?.resource ?? "", name: object.metadata.name });
};

const RBAC = "rbac.authorization.k8s.io";

const poolNamespaceObjects = (home: string): readonly KubeObject[] => {
  const name = `${home}-node-readers`;
  return [
    { apiVersion: "v1", kind: "Namespace", metadata: { name: home } },
    emptyRegistry(home),
    { apiVersion: `${RBAC}/v1`, kind: "ClusterRole", metadata: { name }, rules: NODE_RULES } as KubeObject,
    {
      apiVersion: `${RBAC}/v1`,
      kind: "ClusterRoleBinding",
      metadata: { name },
      subjects: [{ kind: "Group", apiGroup: RBAC, name: `system:serviceaccounts:${home}` }],
      roleRef: { apiGroup: RBAC, kind: "ClusterRole", name },
    } as KubeObject,
  ];
};
