import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { hasSettled } from "#kube/checks/settled.ts";
import { refOf } from "#kube/objects/object-ref.ts";
import { bodyOf } from "#kube/ports/api-error.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { createObject } from "#kube/verbs/create.ts";
import { deleteObject } from "#kube/verbs/delete.ts";
import { getObject } from "#kube/verbs/get.ts";
import { createKubernetesPort, type KubernetesPort } from "#pool/kubernetes/create-kubernetes-port.ts";
import { smallAppManifests } from "./small-app.ts";
import { createSmallWorld, type SmallWorld } from "./small-world.ts";

/** Path of the real cluster's kubeconfig; undefined if none is set, and tests say that they are skipped. */
export const realKubeconfig = (): string | undefined => process.env.KUBEDRILL_TEST_KUBECONFIG || undefined;

/**
 * Creates a namespace with the small app, waits until it is ready, and records its baseline. The agent is a
 * ServiceAccount in a namespace that it cannot read.
 */
export const openRealWorld = async (kubeconfigPath: string): Promise<SmallWorld> => {
  const namespace = `test-${randomBytes(4).toString("hex")}`;
  const tools = `${namespace}-tools`;
  const folder = mkdtempSync(join(tmpdir(), "kubedrill-live-"));
  const admin = createKubernetesPort({ kubeconfigPath, probeNamespace: tools });
  const close = async (...ports: readonly KubernetesPort[]): Promise<void> => {
    for (const name of [namespace, tools]) await deleteObject(admin, { resource: "namespaces", name });
    for (const port of ports) await port.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await makeNamespace(admin, namespace);
    await makeNamespace(admin, tools);
    const agent = createKubernetesPort({ kubeconfigPath: await writeAgentConfig(admin, { kubeconfigPath, folder, namespace, tools }) });
    for (const object of smallAppManifests(namespace)) await createObject(admin, { resource: refOf(object)?.resource ?? "", object });
    if (!(await admin.clock.until(() => hasSettled(admin, namespace), { timeoutMs: 300_000 })))
      throw new Error(`the small app does not become ready in ${namespace}`);
    return await createSmallWorld({ namespace, admin, agent, close: () => close(agent, admin) });
  } catch (error) {
    await close(admin);
    throw error;
  }
};

const makeNamespace = async (cluster: ClusterPort, name: string): Promise<void> => {
  await createObject(cluster, { resource: "namespaces", object: { apiVersion: "v1", kind: "Namespace", metadata: { name } } });
  const hasAccount = async (): Promise<boolean> =>
    (await getObject(cluster, { resource: "serviceaccounts", namespace: name, name: "default" })) !== undefined;
  if (!(await cluster.clock.until(hasAccount, { timeoutMs: 300_000 }))) throw new Error(`namespace ${name} gets no service account`);
};

/** Writes a kubeconfig for a ServiceAccount in a namespace that it cannot read. */
const writeAgentConfig = async (
  admin: ClusterPort,
  {
    kubeconfigPath,
    folder,
    namespace,
    tools,
  }: { readonly kubeconfigPath: string; readonly folder: string; readonly namespace: string; readonly tools: string },
): Promise<string> => {
  await createObject(admin, {
    resource: "serviceaccounts",
    object: {
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: { name: "operator", namespace: tools },
    },
  });
  const binding = {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "RoleBinding",
    metadata: { name: "operators", namespace },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "admin" },
    subjects: [{ kind: "ServiceAccount", name: "operator", namespace: tools }],
  } as KubeObject;
  await createObject(admin, { resource: "rolebindings.rbac.authorization.k8s.io", object: binding });
  const path = apiPath({ resource: "serviceaccounts", namespace: tools, name: "operator", subresource: "token" });
  const answer = await admin.write({
    method: "POST",
    path,
    body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds: 7200 } },
  });
  const { token } = bodyOf<{ readonly status: { readonly token: string } }>(answer, "request a token").status;
  const config = parse(readFileSync(kubeconfigPath, "utf8")) as { users: { name: string; user: object }[] };
  const agentConfig = { ...config, users: config.users.map(({ name }) => ({ name, user: { token } })) };
  const file = join(folder, "kubeconfig");
  writeFileSync(file, stringify(agentConfig), { mode: 0o600 });
  return file;
};
