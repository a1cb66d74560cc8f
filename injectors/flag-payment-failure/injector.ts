import {
  acceptFlag,
  type FlagParams,
  flagEvidence,
  flagOracle,
  flagParams,
  listFlagMaps,
  logsSay,
  rejectFlag,
  solveFlag,
  turnFlag,
} from "../feature-flag.ts";
import { defineInjector } from "../injector.ts";
import { twins } from "./twins.ts";
import { words } from "./words.ts";

const FLAG = "paymentFailure";

export default defineInjector<FlagParams>({
  id: "flag-payment-failure",
  version: 1,
  title: "A feature flag is on that breaks something",
  catalogueType: "feature-flag",
  layer: "app",
  scope: "namespace",
  family: "feature-flag",
  needs: ["telemetry"],
  needsTraffic: true,
  words,
  twins,
  params: flagParams,
  targets: async (view, place) => await listFlagMaps(view, place, FLAG),
  sample: (rng, { resource, facts }) => ({
    target: resource,
    file: `${facts["file"]}`,
    server: `${facts["server"]}`,
    flag: FLAG,
    variant: rng.pick(["25%", "50%", "75%", "90%", "100%"]),
  }),
  inject: async (cluster, params, { namespace }) => await turnFlag(cluster, namespace, params),
  truth: ({ target, server }) => [
    { resource: target, faultType: "flag-payment-failure", catalogueType: "feature-flag", alsoNamed: [server] },
  ],
  oracle: flagOracle,
  solve: solveFlag,
  accepts: acceptFlag,
  rejects: rejectFlag,
  evidence: flagEvidence,
  symptoms: (_params, place) => [
    { name: "payments-fail", isSeen: async (view) => await logsSay(view, place.namespace, "Payment request failed") },
  ],
});
