import { kubectl } from "#core/tool-call.ts";
import { workloadTarget } from "#kube/checks/fault-target.ts";
import { literal } from "../evidence.ts";
import { defineInjector } from "../injector.ts";
import { asAdministrator, consumersOf, restartConsumers, rolesOf, type StoreUser } from "../store-user.ts";
import {
  changeUsers,
  consumersFail,
  storeUserOf,
  storeUserOracle,
  storeUserParams,
  storeUserTargets,
  storeUserTruth,
} from "../store-user-checks.ts";
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
  params: storeUserParams,
  targets: storeUserTargets,
  sample: (_rng, target) => storeUserOf(target),
  inject: (cluster, params, place) =>
    changeUsers(cluster, params, place, `db.revokeRolesFromUser(${JSON.stringify(params.user)}, ${rolesOf(params)})`),
  recover: (cluster, params, baseline) =>
    changeUsers(cluster, params, baseline, `db.grantRolesToUser(${JSON.stringify(params.user)}, ${rolesOf(params)})`),
  truth: (params) => storeUserTruth(params, { faultType: "mongo-role-revoked", catalogueType: "role-revoked" }),
  oracle: storeUserOracle,
  solve: (params, { app }) => [
    [asAdministrator(params.store, `db.grantRolesToUser("${params.user}", ${rolesOf(params)})`), ...restartConsumers(params, app)],
  ],
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
