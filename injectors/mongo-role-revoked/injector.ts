import { z } from "zod";
import { kubectl } from "#core/tool-call.ts";
import { nameOf, objectRef, workloadTarget } from "#kube/checks/fault-target.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { asAdministrator, consumersOf, rolesOf, type StoreUser } from "../store-user.ts";
import { changeUsers, consumersFail, storeUserOf, storeUserOracle, storeUserTargets } from "../store-user-checks.ts";
import { accepts, rejects } from "./attempts.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<StoreUser>({
  id: "mongo-role-revoked",
  version: 1,
  title: "A database user lost its role",
  catalogueType: "role-revoked",
  layer: "data",
  scope: "namespace",
  family: "store-auth",
  needs: [],
  words,
  twins,
  params: z.object({ store: objectRef("deployment", "statefulset"), user: z.string().min(1), database: z.string().min(1) }),
  targets: storeUserTargets,
  sample: (_rng, target) => storeUserOf(target),
  inject: (cluster, params, place) =>
    changeUsers(cluster, params, place, `db.revokeRolesFromUser(${JSON.stringify(params.user)}, ${rolesOf(params)})`),
  recover: (cluster, params, baseline) =>
    changeUsers(cluster, params, baseline, `db.grantRolesToUser(${JSON.stringify(params.user)}, ${rolesOf(params)})`),
  truth: ({ store, user, database }) => [
    {
      resource: `mongouser/${user}@${database}`,
      faultType: "mongo-role-revoked",
      catalogueType: "role-revoked",
      alsoNamed: [store, `service/${nameOf(store)}`, `database/${database}`],
    },
  ],
  oracle: storeUserOracle,
  solve: (params, { app }) => {
    const grant = asAdministrator(params.store, `db.grantRolesToUser("${params.user}", ${rolesOf(params)})`);
    return [[grant, ...consumersOf(app, params.store).map((component) => kubectl(`rollout restart ${workloadTarget(component)}`))]];
  },
  accepts,
  rejects,
  evidence: ({ store, user, database }, { app }) => [
    ...consumersOf(app, store)
      .slice(0, 1)
      .map((consumer) => ({
        look: kubectl(`logs ${workloadTarget(consumer)} --tail=40`),
        shows: [`not authorized on ${literal(database)}`],
        says: `${consumer.name} is not authorized on ${database}`,
      })),
    {
      look: asAdministrator(store, `printjson(db.getUser("${user}"))`),
      shows: [`"user" : "${literal(user)}"`, '"roles" : \\[ ?\\]'],
      says: `user ${user} of ${database} has no role`,
    },
  ],
  symptoms: (params, place) => [consumersFail(params, place)],
});
