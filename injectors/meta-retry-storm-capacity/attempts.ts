import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, manifestText } from "#kube/checks/attempts.ts";
import { patchSettings, restartConsumers } from "../retry-settings.ts";
import type { Params } from "./params.ts";

export const accepts = (params: Params, baseline: Baseline): readonly Attempt[] => [
  {
    name: "wait longer for each call",
    calls: [patchSettings(params, { [params.timeoutKey]: "1s" }), kubectl(`delete limitrange ${params.limits}`), restartConsumers(params)],
  },
  {
    name: "delete the ConfigMap and create it again",
    calls: [...createAnew(baseline, params.target).calls, kubectl(`delete limitrange ${params.limits}`), restartConsumers(params)],
  },
  {
    name: "raise the default limit to all of a node",
    calls: [
      kubectl("replace -f -", manifestText(baseline, params.target)),
      kubectl(
        `patch limitrange ${params.limits} --type=merge -p '{"spec":{"limits":[{"type":"Container","default":{"cpu":"4"},"defaultRequest":{"cpu":"50m"}}]}}'`,
      ),
      restartConsumers(params),
    ],
  },
];

export const rejects = (params: Params, baseline: Baseline): readonly Attempt[] => [
  { name: "restart the pods", calls: [restartConsumers(params)] },
  {
    name: "put the settings back and restart nothing",
    calls: [kubectl("replace -f -", manifestText(baseline, params.target)), kubectl(`delete limitrange ${params.limits}`)],
  },
  {
    name: "put the settings back and keep the limit",
    calls: [kubectl("replace -f -", manifestText(baseline, params.target)), restartConsumers(params)],
  },
  {
    name: "delete the LimitRange and keep the settings",
    calls: [kubectl(`delete limitrange ${params.limits}`), restartConsumers(params)],
  },
  {
    name: "retry more often",
    calls: [patchSettings(params, { [params.retriesKey]: "40" }), kubectl(`delete limitrange ${params.limits}`), restartConsumers(params)],
  },
];
