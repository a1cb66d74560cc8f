import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { type Attempt, deleteObjectOf, manifestText, restartPods, scaleUp } from "#kube/checks/attempts.ts";
import { baselineReplicas } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { settingAt, withSettingAt } from "#kube/checks/setting-at.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { documentIn, documentPatch } from "./setting-place.ts";

interface Params {
  readonly configMap: string;
  readonly consumer: string;
  readonly file?: string | undefined;
  readonly setting: string;
}

export const accepts = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const { configMap, consumer } = params;
  const restart = kubectl(`rollout restart ${consumer}`);
  return [
    {
      name: "delete the ConfigMap and create it again",
      calls: [kubectl(`delete ${configMap}`), kubectl("create -f -", manifestText(baseline, configMap)), restart],
    },
    ...(params.file === undefined
      ? []
      : [{ name: "write the file on one line", calls: [write(baseline, params, settingsOf(baseline, params)), restart] }]),
    {
      name: "scale the consumer down and up instead of a restart",
      calls: [
        write(baseline, params, settingsOf(baseline, params)),
        kubectl(`scale ${consumer} --replicas=0`),
        kubectl(`scale ${consumer} --replicas=${baselineReplicas(baseline, consumer)}`),
      ],
    },
  ];
};

export const rejects = (params: Params, baseline: Baseline): readonly Attempt[] => {
  const settings = settingsOf(baseline, params);
  const restart = kubectl(`rollout restart ${params.consumer}`);
  return [
    restartPods(params.consumer),
    scaleUp(params.consumer),
    deleteObjectOf(params.configMap),
    {
      name: "point the setting at another address",
      calls: [write(baseline, params, withSettingAt(settings, params.setting, "localhost:27017")), restart],
    },
    // Where it is the only setting, that is a repair.
    ...(Object.keys(settings).length > 1
      ? [
          {
            name: "keep only the setting",
            calls: [write(baseline, params, { [params.setting]: settingAt(settings, params.setting) }), restart],
          },
        ]
      : []),
  ];
};

const settingsOf = (baseline: Baseline, params: Params) => documentIn(dataOf(baseline, params), params);

const dataOf = (baseline: Baseline, { configMap }: Params): Readonly<Record<string, string>> =>
  baselineObject<ConfigMap>(baseline, "configmaps", nameOf(configMap))?.data ?? {};

const write = (baseline: Baseline, params: Params, settings: Readonly<Record<string, unknown>>): ToolCall =>
  kubectl(`patch ${params.configMap} --type=merge -p '${JSON.stringify(documentPatch(dataOf(baseline, params), settings, params))}'`);
