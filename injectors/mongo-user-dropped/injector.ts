import { kubectl } from "#core/tool-call.ts";
import { nameOf, workloadTarget } from "#kube/checks/fault-target.ts";
import { defineInjector } from "../injector.ts";
import { asAdministrator, consumersOf, restartConsumers, type StoreUser } from "../store-user.ts";
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
import { createUser } from "./create-user.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

export default defineInjector<StoreUser>({
  id: "mongo-user-dropped",
  version: 1,
  title: "A database user was dropped",
  catalogueType: "user-missing",
  layer: "data",
  scope: "namespace",
  family: "store-auth",
  needs: [],
  words,
  twins,
  params: storeUserParams,
  targets: storeUserTargets,
  sample: (_rng, target) => storeUserOf(target),
  inject: (cluster, params, place) => changeUsers(cluster, params, place, `db.dropUser(${JSON.stringify(params.user)})`),
  recover: (cluster, params, baseline) =>
    changeUsers(
      cluster,
      params,
      baseline,
      `db.runCommand({dropUser: ${JSON.stringify(params.user)}}); ${createUser(params, baseline.app)}`,
    ),
  truth: (params) => storeUserTruth(params, { faultType: "mongo-user-dropped", catalogueType: "user-missing" }),
  oracle: storeUserOracle,
  solve: (params, { app }) => [
    [kubectl("get configmaps -o yaml"), asAdministrator(params.store, createUser(params, app)), ...restartConsumers(params, app)],
  ],
  accepts,
  rejects,
  evidence: ({ store, user }, { app }) => [
    ...consumersOf(app, store)
      .slice(0, 1)
      .map((consumer) => ({
        look: kubectl(`logs ${workloadTarget(consumer)} --tail=40`),
        shows: ["(?:Authentication failed|AuthenticationFailed|unable to authenticate)"],
        says: `${consumer.name} cannot log in to ${nameOf(store)}`,
      })),
    {
      look: asAdministrator(store, `printjson(db.getUser("${user}"))`),
      shows: ["^null$"],
      says: `${nameOf(store)} has no user ${user}`,
    },
  ],
  symptoms: (params, place) => [consumersFail(params, place)],
});
