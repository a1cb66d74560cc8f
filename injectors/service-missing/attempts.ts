import { kubectl } from "#core/tool-call.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { type Attempt, restartPods } from "#kube/checks/attempts.ts";
import { baselineTarget } from "#kube/checks/fault-checks.ts";
import { componentOf, nameOf, workloadTarget } from "#kube/checks/fault-target.ts";
import { isPodNameOf } from "#kube/objects/pod-owner-name.ts";
import type { Service } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { createByCommand, createService } from "../missing-service.ts";

interface Params {
  readonly service: string;
}

export const accepts = ({ service }: Params, baseline: Baseline): readonly Attempt[] => {
  const { ports = [] } = baselineTarget<Service>(baseline, service).spec;
  return [
    ...createByCommand(baseline, service).map((calls) => ({ name: "create it by command and set its selector", calls })),
    { name: "create it with a port on every node", calls: [createService(baseline, service, { type: "NodePort" })] },
    ...(ports.every(({ port, targetPort = port }) => port === targetPort)
      ? [{ name: "create it without a cluster address", calls: [createService(baseline, service, { clusterIP: "None" })] }]
      : []),
  ];
};

export const rejects = ({ service }: Params, baseline: Baseline): readonly Attempt[] => {
  const name = nameOf(service);
  const { ports = [] } = baselineTarget<Service>(baseline, service).spec;
  const others = baseline.app.components.filter((component) => component.name !== name);
  const [other] = others.filter(({ dnsCallers }) => dnsCallers.length > 0);
  const component = componentOf(baseline.app, service);
  return [
    ...(component === undefined ? [] : [restartPods(workloadTarget(component))]),
    {
      name: "point the name outside the cluster",
      calls: [kubectl(`create service externalname ${name} --external-name=${name}.example.com`)],
    },
    { name: "create it without a selector", calls: [createService(baseline, service, { selector: {} })] },
    ...exposePod(baseline, service),
    {
      name: "create it with another port",
      calls: [
        createService(baseline, service, {
          ports: ports.map(({ port, targetPort = port, ...rest }) => ({ ...rest, targetPort, port: port + 1 })),
        }),
      ],
    },
    ...(other === undefined
      ? []
      : [
          {
            name: "create it before another component's pods",
            calls: [
              createService(baseline, service, {
                selector: baselineTarget<Service>(baseline, `service/${other.name}`).spec.selector ?? {},
              }),
            ],
          },
        ]),
  ];
};

/** A pod that kubectl exposes gives the Service its own labels, that of its revision among them. */
const exposePod = (baseline: Baseline, service: string): readonly Attempt[] => {
  const pod = (ownObjects(baseline, "pods") as readonly Pod[]).find(({ metadata }) => isPodNameOf(metadata.name, nameOf(service)));
  const [port, ...others] = baselineTarget<Service>(baseline, service).spec.ports ?? [];
  if (pod === undefined || port === undefined || others.length > 0) return [];
  const { port: number, targetPort = number } = port;
  const name = nameOf(service);
  return [
    {
      name: "expose one pod",
      calls: [kubectl(`expose pod ${pod.metadata.name} --name=${name} --port=${number} --target-port=${targetPort}`)],
    },
  ];
};
