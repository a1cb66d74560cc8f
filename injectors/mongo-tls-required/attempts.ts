import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, replaceByChart, scaleUp } from "#kube/checks/attempts.ts";
import { setArguments } from "../store-arguments.ts";
import { restartConsumers } from "../store-user.ts";
import { type Params, tlsOptions } from "./tls-options.ts";

export const accepts = (params: Params, baseline: Baseline): readonly Attempt[] => [
  replaceByChart(baseline, params.store),
  createAnew(baseline, params.store),
  {
    name: "prefer TLS without demanding it",
    calls: [setArguments(params, [...params.args, ...tlsOptions(params, "preferTLS")])],
  },
];

export const rejects = (params: Params, { app }: Baseline): readonly Attempt[] => [
  { name: "restart the store", calls: [kubectl(`rollout restart ${params.store}`)] },
  { name: "restart the consumers", calls: restartConsumers(params, app) },
  scaleUp(params.store),
  {
    name: "demand TLS without a certificate",
    calls: [setArguments(params, [...params.args, ...tlsOptions(params, "requireTLS").slice(0, 1)])],
  },
  {
    name: "turn TLS off and leave the certificate",
    calls: [setArguments(params, [...params.args, ...tlsOptions(params, "disabled")])],
  },
];
