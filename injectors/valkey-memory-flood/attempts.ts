import { kubectl, type ToolCall } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, restartPods } from "#kube/checks/attempts.ts";
import { redisClient } from "../redis-image.ts";
import { restartConsumers } from "../store-user.ts";
import type { Params } from "./flood-job.ts";

/** Look at what Jobs run. */
export const lookAtScripts: ToolCall = kubectl(
  `get jobs -o jsonpath='{range .items[*]}{.metadata.name}{" "}{.spec.template.spec.containers[0].command}{"\\n"}{end}'`,
);

export const accepts = ({ store, container, job }: Params): readonly Attempt[] => [
  {
    name: "raise the limit and delete the Job",
    calls: [kubectl(`delete job/${job}`), kubectl(`set resources ${store} -c ${container} --limits=memory=64Mi`)],
  },
  {
    name: "let no pod of the Job run",
    calls: [kubectl(`patch job/${job} --type=merge -p '{"spec":{"suspend":true}}'`), kubectl(`rollout restart ${store}`)],
  },
];

export const rejects = (params: Params, { app }: Baseline): readonly Attempt[] => {
  const { store, container, job, image } = params;
  const client = redisClient(image);
  return [
    restartPods(store),
    { name: "restart the consumers", calls: restartConsumers(params, app) },
    { name: "delete the Job's pod", calls: [kubectl(`delete pod -l job-name=${job} --wait=false`)] },
    { name: "raise the limit alone", calls: [kubectl(`set resources ${store} -c ${container} --limits=memory=48Mi`)] },
    {
      name: "empty the store",
      calls: [kubectl(`rollout restart ${store}`), kubectl(`rollout status ${store}`), kubectl(`exec ${store} -- ${client} flushall`)],
    },
    {
      name: "let the server evict keys",
      calls: [
        kubectl(`rollout restart ${store}`),
        kubectl(`rollout status ${store}`),
        kubectl(`exec ${store} -- ${client} config set maxmemory 8mb maxmemory-policy allkeys-lru`),
      ],
    },
  ];
};
