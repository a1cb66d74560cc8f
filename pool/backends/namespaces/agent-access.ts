import { bodyOf } from "#kube/ports/api-error.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import { createObject } from "#kube/verbs/create.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import type { ResolvedContext } from "../../kubernetes/kubeconfig.ts";
import type { AgentAccount } from "./slot-objects.ts";

/**
 * Recreates the agent's ServiceAccount and requests a token for it. Tokens of an earlier lease become invalid with the
 * deleted account, so that no agent acts in a slot after its episode.
 *
 * @returns a context with the only credential that an agent ever has
 */
export const grantAccess = async (
  admin: ClusterPort,
  { namespace, account, context, lifetimeMs }: AccessRequest,
): Promise<ResolvedContext> => {
  await revokeAccess(admin, account);
  await createObject(admin, { resource: "serviceaccounts", object: { apiVersion: "v1", kind: "ServiceAccount", metadata: account } });
  const answer = await admin.write({
    method: "POST",
    path: apiPath({ resource: "serviceaccounts", ...account, subresource: "token" }),
    body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds: Math.ceil(lifetimeMs / 1_000) } },
  });
  const { token } = bodyOf<{ readonly status: { readonly token: string } }>(answer, `request a token for ${account.name}`).status;
  return { ...context, context: "agent", userName: "agent", user: { token }, namespace };
};

/** User name of the agent in the cluster. */
export const userOf = ({ namespace, name }: AgentAccount): string => `system:serviceaccount:${namespace}:${name}`;

/** Deletes the agent's account, which makes its token invalid. Safe to repeat. */
export const revokeAccess = (admin: ClusterPort, { namespace, name }: AgentAccount): Promise<boolean> =>
  deleteObject(admin, { resource: "serviceaccounts", namespace, name });

interface AccessRequest {
  readonly namespace: string;
  readonly account: AgentAccount;
  /** Context of the administrator. */
  readonly context: ResolvedContext;
  readonly lifetimeMs: number;
}
