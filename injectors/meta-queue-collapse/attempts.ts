import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, replaceByChart, restartPods, scaleUp } from "#kube/checks/attempts.ts";
import { valueBefore } from "./judge-demand.ts";
import type { Params } from "./params.ts";

/** Call that sets variables of a container in a workload's template. */
const setEnv = (target: string, container: string, values: Readonly<Record<string, number>>): ToolCall =>
  kubectl(
    `set env ${target} -c ${container} ${Object.entries(values)
      .map(([name, value]) => `${name}=${value}`)
      .join(" ")}`,
  );

/** Calls that set the server's bounds, and the attempts of its caller, to what they were. */
export const setBefore = (params: Params, baseline: Baseline): readonly ToolCall[] => {
  const { server, caller, limit, queue, attempts, timeout } = params;
  return [
    setEnv(server, limit.container, {
      [limit.variable]: valueBefore(baseline, server, limit),
      [queue.variable]: valueBefore(baseline, server, queue),
    }),
    setEnv(caller, attempts.container, {
      [attempts.variable]: valueBefore(baseline, caller, attempts),
      [timeout.variable]: valueBefore(baseline, caller, timeout),
    }),
  ];
};

const setTries = ({ caller, attempts }: Params, tries: number): ToolCall =>
  setEnv(caller, attempts.container, { [attempts.variable]: tries });

const setLimit = ({ server, limit }: Params, perS: number): ToolCall => setEnv(server, limit.container, { [limit.variable]: perS });

export const accepts = (params: Params, baseline: Baseline): readonly Attempt[] => [
  { name: "make each call once", calls: [setTries(params, 1)] },
  {
    name: "let the server do what all attempts come to",
    calls: [
      setLimit(params, Math.min(valueBefore(baseline, params.server, params.limit), Math.ceil(params.needPerS * (params.tries + 2)))),
    ],
  },
  {
    name: "replace both objects by the chart's",
    calls: [...replaceByChart(baseline, params.server).calls, ...replaceByChart(baseline, params.caller).calls],
  },
];

export const rejects = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { server, queue, caller, timeout } = params;
  return [
    restartPods(server),
    { name: "restart the caller", calls: [kubectl(`rollout restart ${caller}`)] },
    { name: "let more requests wait", calls: [setEnv(server, queue.container, { [queue.variable]: 4 * params.waiting })] },
    { name: "wait longer for each call", calls: [setEnv(caller, timeout.container, { [timeout.variable]: 2 * params.timeoutMs })] },
    { name: "try more often", calls: [setTries(params, params.tries + 3)] },
    { name: "bound nothing any more", calls: [setLimit(params, 100 * valueBefore(baseline, server, params.limit))] },
    { ...scaleUp(caller), name: "scale the caller up" },
  ];
};
