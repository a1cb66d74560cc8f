import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, replaceByChart, restartPods } from "#kube/checks/attempts.ts";
import { restartConsumers } from "../store-user.ts";
import { limitBefore, type Params, setLimit } from "./connection-limit.ts";

export const accepts = (params: Params, baseline: Baseline): readonly Attempt[] => [
  replaceByChart(baseline, params.store),
  createAnew(baseline, params.store),
  { name: "allow more than before", calls: [setLimit(params, baseline, 2 * limitBefore(params, baseline))] },
];

export const rejects = (params: Params, baseline: Baseline): readonly Attempt[] => [
  restartPods(params.store),
  { name: "restart the consumers", calls: restartConsumers(params, baseline.app) },
  { name: "allow a few more", calls: [setLimit(params, baseline, params.limit + 5)] },
  {
    name: "raise the limit in the running server alone",
    calls: [kubectl(`exec ${params.store} -- mysql -uroot -e 'set global max_connections = ${limitBefore(params, baseline)}'`)],
  },
];
