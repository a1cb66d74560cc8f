import { kubectl, type ToolCall, wait } from "#core/tool-call.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { type Attempt, restartPods } from "#kube/checks/attempts.ts";
import { componentOf, nameOf, workloadTarget } from "#kube/checks/fault-target.ts";
import { applyService, createByCommand, createService, exposeService, lookBehind } from "../missing-service.ts";
import { removeHard, replaceHard, setHard } from "../tight-quota.ts";
import type { Params } from "./injector.ts";

/** Makes room in the quota, or takes it away, and makes the Service again. */
export const solve = ({ service, quota, field }: Params, baseline: Baseline): readonly (readonly ToolCall[])[] => {
  const look = [kubectl(`describe ${quota}`), lookBehind(baseline, service)];
  const [exposed = [applyService(baseline, service)]] = exposeService(baseline, service);
  return [
    [...look, setHard(quota, { [field]: ample(baseline) }), TAKE_EFFECT, applyService(baseline, service)],
    [...look, kubectl(`delete ${quota}`), ...exposed],
  ];
};

export const accepts = ({ service, quota, field, services }: Params, baseline: Baseline): readonly Attempt[] => [
  {
    name: "allow twice as many",
    calls: [setHard(quota, { [field]: `${2 * Number(services)}` }), TAKE_EFFECT, applyService(baseline, service)],
  },
  { name: "take the number out of the quota", calls: [removeHard(quota, field), TAKE_EFFECT, applyService(baseline, service)] },
  {
    name: "bound something else instead",
    calls: [replaceHard(quota, { configmaps: "200" }), TAKE_EFFECT, applyService(baseline, service)],
  },
  {
    name: "create it with a port on every node",
    calls: [kubectl(`delete ${quota}`), createService(baseline, service, { type: "NodePort" })],
  },
  ...createByCommand(baseline, service).map((calls) => ({
    name: "create it by command and set its selector",
    calls: [kubectl(`delete ${quota}`), ...calls],
  })),
];

export const rejects = ({ service, quota, field }: Params, baseline: Baseline): readonly Attempt[] => {
  const raised = setHard(quota, { [field]: ample(baseline) });
  const component = componentOf(baseline.app, service);
  const [other] = ownObjects(baseline, "services").filter(({ metadata }) => metadata.name !== nameOf(service));
  return [
    { name: "raise the quota alone", calls: [raised] },
    { name: "delete the quota alone", calls: [kubectl(`delete ${quota}`)] },
    ...(other === undefined
      ? []
      : [
          {
            name: "raise the quota and delete another Service",
            calls: [
              kubectl(`delete service ${other.metadata.name}`),
              setHard(quota, { [field]: ample(baseline) }),
              TAKE_EFFECT,
              applyService(baseline, service),
            ],
          },
        ]),
    { name: "create it without a selector", calls: [raised, TAKE_EFFECT, createService(baseline, service, { selector: {} })] },
    {
      name: "point the name outside the cluster",
      calls: [
        raised,
        TAKE_EFFECT,
        kubectl(`create service externalname ${nameOf(service)} --external-name=${nameOf(service)}.example.com`),
      ],
    },
    ...(component === undefined ? [] : [restartPods(workloadTarget(component))]),
  ];
};

/** Time in which the quota's controller writes what it allows into its status, by which requests are admitted. */
const TAKE_EFFECT = wait(5);

/** A round number with room for several more. */
const ample = (baseline: Baseline): string => `${10 * Math.ceil(ownObjects(baseline, "services").length / 10) + 10}`;
