import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, replaceByChart, scaleUp } from "#kube/checks/attempts.ts";
import { setArguments } from "../store-arguments.ts";
import { restartConsumers } from "../store-user.ts";
import type { Params } from "./password.ts";

export const accepts = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const restart = restartConsumers(params, baseline.app);
  const [replaced, created] = [replaceByChart(baseline, params.store), createAnew(baseline, params.store)];
  return [
    { ...replaced, calls: [...replaced.calls, ...restart] },
    { ...created, calls: [...created.calls, ...restart] },
    { name: "leave the password empty", calls: [setArguments(params, [...params.args, "--requirepass", ""]), ...restart] },
  ];
};

export const rejects = (params: Params, { app }: Baseline): readonly Attempt[] => {
  const restart = restartConsumers(params, app);
  return [
    { name: "restart the consumers", calls: restart },
    { name: "restart the store", calls: [kubectl(`rollout restart ${params.store}`), ...restart] },
    scaleUp(params.store),
    { name: "demand another password", calls: [setArguments(params, [...params.args, "--requirepass", "changeme"]), ...restart] },
    {
      name: "turn the password off in the running server alone",
      calls: [kubectl(`exec ${params.store} -- redis-cli -a ${params.password} --no-auth-warning config set requirepass ''`), ...restart],
    },
  ];
};
