import { kubectl, type ToolCall } from "#core/tool-call.ts";
import { type Baseline, baselineObject } from "#kube/app/baseline.ts";
import { type Attempt, deleteObjectOf, manifestText, restartPods, scaleUp } from "#kube/checks/attempts.ts";
import { parseSettings } from "#kube/checks/config-settings.ts";
import { baselineReplicas } from "#kube/checks/fault-checks.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { settingAt, withSettingAt } from "#kube/checks/setting-at.ts";
import type { ConfigMap } from "#kube/types/storage.ts";

interface Params {
  readonly configMap: string;
  readonly consumer: string;
  readonly file: string;
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
    { name: "write the file on one line", calls: [write(params, settingsOf(baseline, params)), restart] },
    {
      name: "scale the consumer down and up instead of a restart",
      calls: [
        write(params, settingsOf(baseline, params)),
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
      calls: [write(params, withSettingAt(settings, params.setting, "localhost:27017")), restart],
    },
    { name: "keep only the setting", calls: [write(params, { [params.setting]: settingAt(settings, params.setting) }), restart] },
  ];
};

const settingsOf = (baseline: Baseline, { configMap, file }: Params) =>
  parseSettings(baselineObject<ConfigMap>(baseline, "configmaps", nameOf(configMap))?.data?.[file]);

const write = ({ configMap, file }: Params, settings: Readonly<Record<string, unknown>>): ToolCall =>
  kubectl(`patch ${configMap} --type=merge -p '${JSON.stringify({ data: { [file]: JSON.stringify(settings) } })}'`);
