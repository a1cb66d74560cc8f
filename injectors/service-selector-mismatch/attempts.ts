import { kubectl } from "#core/tool-call.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { type Attempt, createAnew, deleteObjectOf, replaceByChart } from "#kube/checks/attempts.ts";
import { baselineTarget } from "#kube/checks/fault-checks.ts";
import { componentOf, nameOf, workloadTarget } from "#kube/checks/fault-target.ts";
import type { Service } from "#kube/types/network.ts";

interface Params {
  readonly service: string;
  readonly key: string;
  readonly value: string;
}

export const accepts = ({ service, key, value }: Params, baseline: Baseline): readonly Attempt[] => {
  const component = componentOf(baseline.app, service);
  const labels = { spec: { template: { metadata: { labels: { [key]: value } } } } };
  return [
    replaceByChart(baseline, service),
    createAnew(baseline, service),
    ...(component === undefined
      ? []
      : [
          {
            name: "give the workload's template the label",
            calls: [kubectl(`patch ${workloadTarget(component)} -p '${JSON.stringify(labels)}'`)],
          },
        ]),
  ];
};

export const rejects = ({ service, key, value }: Params, baseline: Baseline): readonly Attempt[] => {
  const selector = selectorText(baseline, service);
  const other = baseline.app.components.find(({ name, dnsCallers }) => name !== nameOf(service) && dnsCallers.length > 0);
  return [
    deleteObjectOf(service),
    { name: "label a running pod", calls: [kubectl(`label pods -l ${selector} ${key}=${value} --overwrite`)] },
    {
      name: "take the whole selector out",
      calls: [kubectl(`patch ${service} --type=json -p '[{"op":"remove","path":"/spec/selector"}]'`)],
    },
    ...(other === undefined
      ? []
      : [
          {
            name: "select another component's pods",
            calls: [kubectl(`set selector ${service} ${selectorText(baseline, `service/${other.name}`)}`)],
          },
        ]),
  ];
};

const selectorText = (baseline: Baseline, service: string): string =>
  Object.entries(baselineTarget<Service>(baseline, service).spec.selector ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .join(",");
