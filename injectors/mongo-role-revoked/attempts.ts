import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import type { Attempt } from "#kube/checks/attempts.ts";
import { asAdministrator, passwordOf, restartConsumers, rolesOf, type StoreUser } from "../store-user.ts";

export const accepts = (params: StoreUser, { app }: Baseline): readonly Attempt[] => {
  const { store, user } = params;
  const create = `db.createUser({user: "${user}", pwd: "${passwordOf(app, store)}", roles: ${rolesOf(params)}})`;
  return [
    {
      name: "grant the role and let the pods start again by themselves",
      calls: [asAdministrator(store, `db.grantRolesToUser("${user}", ${rolesOf(params)})`)],
    },
    {
      name: "drop the user and create it again",
      calls: [asAdministrator(store, `db.dropUser("${user}"); ${create}`), ...restartConsumers(params, app)],
    },
  ];
};

export const rejects = (params: StoreUser, { app }: Baseline): readonly Attempt[] => {
  const { store, user, database } = params;
  const grant = (role: string, db: string) => [
    asAdministrator(store, `db.grantRolesToUser("${user}", ${JSON.stringify([{ role, db }])})`),
    ...restartConsumers(params, app),
  ];
  return [
    { name: "restart the consumers", calls: restartConsumers(params, app) },
    {
      name: "turn authentication off",
      calls: [kubectl(`patch ${store} --type=json -p '[{"op":"remove","path":"/spec/template/spec/containers/0/args"}]'`)],
    },
    { name: "grant the right to read only", calls: grant("read", database) },
    { name: "grant the right to every database", calls: grant("readWriteAnyDatabase", "admin") },
    { name: "make the user an administrator", calls: grant("root", "admin") },
  ];
};
