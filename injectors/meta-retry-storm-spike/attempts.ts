import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, manifestText } from "#kube/checks/attempts.ts";
import { patchSettings, restartConsumers } from "../retry-settings.ts";
import type { Params } from "./params.ts";

export const accepts = (params: Params, baseline: Baseline): readonly Attempt[] => [
  { name: "retry once", calls: [patchSettings(params, { [params.retriesKey]: "1" }), restartConsumers(params)] },
  {
    name: "delete the ConfigMap and create it again",
    calls: [...createAnew(baseline, params.target).calls, restartConsumers(params)],
  },
];

export const rejects = (params: Params, baseline: Baseline): readonly Attempt[] => [
  { name: "restart the pods", calls: [restartConsumers(params)] },
  { name: "put the settings back and restart nothing", calls: [kubectl("replace -f -", manifestText(baseline, params.target))] },
  {
    name: "retry half as often",
    calls: [patchSettings(params, { [params.retriesKey]: `${Math.ceil(Number(params.retries) / 2)}` }), restartConsumers(params)],
  },
  { name: "retry more often", calls: [patchSettings(params, { [params.retriesKey]: "60" }), restartConsumers(params)] },
  {
    name: "wait a little longer for each call",
    calls: [patchSettings(params, { [params.timeoutKey]: `${Number.parseInt(params.timeout, 10) + 20}ms` }), restartConsumers(params)],
  },
];
