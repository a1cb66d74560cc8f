import { expect, test } from "vitest";
import { type LoadedForm, loadApps } from "#env/catalogue/load-apps.ts";
import { resourceOfKind } from "#kube/objects/resources.ts";
import { apiPath } from "#kube/ports/api-path.ts";
import { handle } from "#sim/apiserver/http/handle.ts";
import { createTestWorld } from "#sim/apiserver/testing/create-test-world.ts";

const ADMIN = { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] };

/** Warnings of the API server as the objects of a form are created. Custom resources are left out: nothing establishes their definitions here. */
const warningsOf = ({ manifests, record: { namespace } }: LoadedForm): readonly string[] => {
  const { world } = createTestWorld();
  const create = (resource: string, object: object, at?: string) =>
    handle(world, { method: "POST", path: apiPath({ resource, namespace: at }), query: {}, user: ADMIN, body: object });
  create("namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  return manifests.flatMap((object) => {
    const { apiVersion, kind, metadata } = object;
    const row = resourceOfKind(apiVersion, kind);
    if (row === undefined) return [];
    const { status, body, warnings = [] } = create(row.resource, object, row.namespaced ? namespace : undefined);
    expect(status, `${kind} ${metadata.name}: ${JSON.stringify(body)}`).toBe(201);
    return warnings.map((warning) => `${kind} ${metadata.name}: ${warning}`);
  });
};

const installed = [
  ...(await loadApps()).map((app) => ["", app] as const),
  ...(await loadApps("actor")).map((app) => [" by the actor", app] as const),
];

test.each(installed.map(([how, app]) => [`${app.record.name}${how}`, app] as const))(
  "no form of %s has anything that the API server warns of, in each patch again",
  (_name, app) => {
    for (const id of ["standard", ...app.variants.map((variant) => variant.id)])
      expect(warningsOf(app.formOf(id) as LoadedForm), `variant ${id}`).toEqual([]);
  },
);
