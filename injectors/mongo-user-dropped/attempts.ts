import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { Attempt } from "#kube/checks/attempts.ts";
import { asAdministrator, restartConsumers, rolesOf, type StoreUser } from "../store-user.ts";
import { createUser } from "./create-user.ts";

export const accepts = (params: StoreUser, { app }: Baseline): readonly Attempt[] => [
  { name: "create the user and let the pods start again by themselves", calls: [asAdministrator(params.store, createUser(params, app))] },
  {
    name: "create the user and grant it the role afterwards",
    calls: [
      asAdministrator(params.store, createUser(params, app, { roles: [] })),
      asAdministrator(params.store, `db.grantRolesToUser("${params.user}", ${rolesOf(params)})`),
      ...restartConsumers(params, app),
    ],
  },
];

export const rejects = (params: StoreUser, { app }: Baseline): readonly Attempt[] => {
  const { store, database } = params;
  const create = (change: Readonly<Record<string, unknown>>) => [
    asAdministrator(store, createUser(params, app, change)),
    ...restartConsumers(params, app),
  ];
  return [
    { name: "restart the consumers", calls: restartConsumers(params, app) },
    {
      name: "turn authentication off",
      calls: [kubectl(`patch ${store} --type=json -p '[{"op":"remove","path":"/spec/template/spec/containers/0/args"}]'`)],
    },
    { name: "create the user with another password", calls: create({ pwd: "changeme" }) },
    { name: "create the user without a role", calls: create({ roles: [] }) },
    { name: "create a user that may read only", calls: create({ roles: [{ role: "read", db: database }] }) },
    { name: "create the user as an administrator", calls: create({ roles: [{ role: "root", db: "admin" }] }) },
  ];
};
