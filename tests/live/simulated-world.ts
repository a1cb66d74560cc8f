import type { KubeObject } from "#kube/types/meta.ts";
import { createObject } from "#kube/verbs/create.ts";
import type { UserInfo } from "#sim/apiserver/http/client.ts";
import { bootWorld } from "#sim/boot-world.ts";
import type { World } from "#sim/kernel/world.ts";
import { createSimPort } from "#sim/sim-port.ts";
import { SMALL_APP, smallAppManifests } from "./small-app.ts";
import { createSmallWorld, type SmallWorld } from "./small-world.ts";

const ADMIN: UserInfo = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };
const OPERATOR: UserInfo = {
  username: "system:serviceaccount:ops:operator",
  groups: ["system:serviceaccounts", "system:serviceaccounts:ops", "system:authenticated"],
};

/** Opens the small app in a simulated cluster, from the same manifests as a real one; booted once and forked for each caller. */
export const openSimulatedWorld = async (): Promise<SmallWorld> => {
  const world = bootOnce().fork("small");
  const admin = createSimPort(world, ADMIN);
  const { namespace } = SMALL_APP;
  const binding = {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "RoleBinding",
    metadata: { name: "operators", namespace },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "admin" },
    subjects: [{ kind: "ServiceAccount", name: "operator", namespace: "ops" }],
  } as KubeObject;
  await createObject(admin, { resource: "rolebindings.rbac.authorization.k8s.io", object: binding });
  return await createSmallWorld({ namespace, admin, agent: createSimPort(world, OPERATOR), close: async () => {} });
};

let booted: World | undefined;

const bootOnce = (): World => {
  booted ??= bootWorld({ app: SMALL_APP, manifests: smallAppManifests(SMALL_APP.namespace), seed: "1", variant: 0 });
  return booted;
};
