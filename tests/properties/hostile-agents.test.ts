import { expect, test } from "vitest";
import { createRng } from "#core/rng.ts";
import { namespaceRules } from "#kube/confinement/namespace-rules.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { createObject } from "#kube/verbs/create.ts";
import { listObjects } from "#kube/verbs/list.ts";
import { playHostile } from "../live/hostile-actions.ts";
import { openSimulatedWorld } from "../live/simulated-world.ts";
import { createSmallWorld, type SmallWorld } from "../live/small-world.ts";
import { sample } from "../sample.ts";

/** `KUBEDRILL_TEST_SEEDS=300 npx vitest run tests/properties/hostile-agents.test.ts` takes some minutes. */
const SEEDS = Number(process.env["KUBEDRILL_TEST_SEEDS"] ?? 12);
const FIRST_SEED = Number(process.env["KUBEDRILL_TEST_FIRST_SEED"] ?? 1);

const seeds = Array.from({ length: SEEDS }, (_, i) => FIRST_SEED + i);

test.each(sample(seeds, { what: "hostile agents whose doings are undone", most: 6 }))(
  "whatever an agent does to its namespace with seed %i is undone",
  async (seed) => {
    const world = await openWithAllRights();
    const before = await namesOf(world);
    const rng = createRng(`${seed}`).stream("hostile");
    const actions = await playHostile({ agent: world.agent, namespace: world.namespace, rng }, rng.int(1, 6));
    await world.admin.clock.sleep(rng.int(0, 30_000));
    await world.rollback();
    // Controllers put right what they keep a moment later.
    await world.admin.clock.sleep(5_000);
    expect((await world.verify()).differences, actions.join(", ")).toEqual([]);
    expect(await world.verify()).toMatchObject({ equal: true });
    expect(await namesOf(world), actions.join(", ")).toEqual(before);
    expect(await world.rollback()).toMatchObject({ deleted: [], recreated: [], restored: [] });
  },
);

/** Opens a world whose agent has the rights of a slot's agent. */
const openWithAllRights = async (): Promise<SmallWorld> => {
  const world = await openSimulatedWorld();
  const { admin, namespace } = world;
  const rbac = { apiVersion: "rbac.authorization.k8s.io/v1", metadata: { name: "everything", namespace } };
  await createObject(admin, {
    resource: "roles.rbac.authorization.k8s.io",
    object: { ...rbac, kind: "Role", rules: namespaceRules() } as KubeObject,
  });
  const subjects = [{ kind: "ServiceAccount", name: "operator", namespace: "ops" }];
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "everything" };
  await createObject(admin, {
    resource: "rolebindings.rbac.authorization.k8s.io",
    object: { ...rbac, kind: "RoleBinding", subjects, roleRef } as KubeObject,
  });
  return await createSmallWorld(world);
};

/** Objects by name; those named by controllers are counted. */
const namesOf = async ({ admin, namespace }: SmallWorld): Promise<readonly string[]> => {
  const names: string[] = [];
  for (const resource of [
    "configmaps",
    "secrets",
    "services",
    "endpoints",
    "serviceaccounts",
    "leases.coordination.k8s.io",
    "persistentvolumeclaims",
  ])
    names.push(...(await listObjects(admin, { resource, namespace })).map(({ metadata }) => `${resource}/${metadata.name}`));
  for (const resource of ["pods", "replicasets.apps", "endpointslices.discovery.k8s.io", "events"])
    names.push(`${resource}: ${(await listObjects(admin, { resource, namespace })).length}`);
  return names.filter((name) => !name.startsWith("events"));
};
