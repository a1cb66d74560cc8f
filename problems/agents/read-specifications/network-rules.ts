import { kubectl } from "#core/tool-call.ts";
import type { Finding, Rule } from "./rule.ts";
import type { Labels, ServiceSpec, Specifications, WorkloadSpec } from "./specifications.ts";

/** Rules on Services, policies, nodes and name servers. */
export const NETWORK_RULES: readonly Rule[] = [
  { type: "selector-mismatch", rank: 100, find: (specs) => ownServices(specs).flatMap((service) => danglingSelector(specs, service)) },
  { type: "selector-mismatch", rank: 72, find: (specs) => ownServices(specs).flatMap((service) => othersSelector(specs, service)) },
  { type: "target-port-mismatch", rank: 98, find: (specs) => specs.services.flatMap((service) => closedPorts(specs, service)) },
  {
    type: "service-missing",
    rank: 50,
    find: ({ workloads, services }) =>
      workloads
        .filter(({ name, ports }) => ports.length > 0 && !services.some((service) => service.name === name))
        .map(({ target, name, ports }) => ({
          resource: `service/${name}`,
          says: `${target} opens ports and has no Service`,
          repair: [kubectl(`expose ${target} --name=${name} --port=${ports[0]?.containerPort} --target-port=${ports[0]?.containerPort}`)],
        })),
  },
  {
    type: "policy-deny",
    rank: 90,
    find: ({ policies, workloads }) =>
      policies
        .filter(({ spec }) => workloads.some(({ labels }) => isSelected(spec.podSelector.matchLabels ?? {}, labels)))
        .filter(({ spec }) =>
          (spec.policyTypes ?? ["Ingress"]).some((type) => ((type === "Ingress" ? spec.ingress : spec.egress) ?? []).length === 0),
        )
        .map(({ name }) => ({
          resource: `networkpolicy/${name}`,
          says: `${name} allows nothing`,
          repair: [kubectl(`delete networkpolicy ${name}`)],
        })),
  },
  {
    type: "policy-deny",
    rank: 30,
    find: ({ policies }) =>
      policies
        .filter(({ spec }) => spec.policyTypes?.includes("Ingress"))
        .map(({ name }) => ({
          resource: `networkpolicy/${name}`,
          says: `${name} isolates`,
          repair: [kubectl(`delete networkpolicy ${name}`)],
        })),
  },
  { type: "taint", rank: 88, find: commonTaints },
  {
    type: "dns-override",
    rank: 92,
    find: ({ corefile }) => {
      const stanza = / *template IN \w+ \S+ \{[^}]*\}\n?/;
      if (!stanza.test(corefile)) return [];
      const patch = JSON.stringify({ data: { Corefile: corefile.replace(stanza, "") } });
      return [
        {
          resource: "configmap/kube-system/coredns",
          says: "the name servers make up answers",
          repair: [
            kubectl(`-n kube-system patch configmap coredns --type=merge -p '${patch}'`),
            kubectl("-n kube-system rollout restart deployment/coredns"),
          ],
        },
      ];
    },
  },
  { type: "configmap-drift", rank: 82, find: foreignAddresses },
];

const isSelected = (selector: Labels, labels: Labels): boolean => Object.entries(selector).every(([key, value]) => labels[key] === value);

const selectedBy = ({ workloads }: Specifications, { selector }: ServiceSpec): readonly WorkloadSpec[] =>
  Object.keys(selector).length === 0 ? [] : workloads.filter(({ labels }) => isSelected(selector, labels));

/** Services with the name of a workload. */
const ownServices = ({ services, workloads }: Specifications): readonly ServiceSpec[] =>
  services.filter(({ name }) => workloads.some((workload) => workload.name === name));

const danglingSelector = (specs: Specifications, service: ServiceSpec): readonly Finding[] => {
  const own = specs.workloads.find(({ name }) => name === service.name);
  if (own === undefined || Object.keys(service.selector).length === 0 || selectedBy(specs, service).length > 0) return [];
  return [selectorFinding(service, own)];
};

/** A selector that finds others than the workload of the Service's name. */
const othersSelector = (specs: Specifications, service: ServiceSpec): readonly Finding[] => {
  const own = specs.workloads.find(({ name }) => name === service.name);
  const found = selectedBy(specs, service);
  return own === undefined || found.length === 0 || found.includes(own) ? [] : [selectorFinding(service, own)];
};

const selectorFinding = ({ name, selector }: ServiceSpec, own: WorkloadSpec): Finding => {
  const odd = Object.keys(selector).filter((key) => own.labels[key] !== selector[key]);
  const patch = odd.map((key) => {
    const path = `/spec/selector/${key.replaceAll("/", "~1")}`;
    const value = own.labels[key];
    return value === undefined ? { op: "remove", path } : { op: "replace", path, value };
  });
  return {
    resource: `service/${name}`,
    says: `service ${name} does not select ${own.target}`,
    repair: [kubectl(`patch service ${name} --type=json -p '${JSON.stringify(patch)}'`)],
  };
};

/** Ports, in the order of the Service, that no selected container declares, though its others are. */
const closedPorts = (specs: Specifications, service: ServiceSpec): readonly Finding[] => {
  const behind = selectedBy(specs, service).flatMap(({ ports }) => ports);
  if (behind.length === 0) return [];
  return service.ports.flatMap(({ port, targetPort = port }, index) => {
    if (behind.some(({ name, containerPort }) => containerPort === targetPort || name === targetPort)) return [];
    const right = behind.find(({ containerPort }) => containerPort === port) ?? behind[0];
    const patch = JSON.stringify([{ op: "replace", path: `/spec/ports/${index}/targetPort`, value: right?.containerPort }]);
    return [
      {
        resource: `service/${service.name}`,
        says: `service ${service.name} leads to ${targetPort}, which nobody declares`,
        repair: [kubectl(`patch service ${service.name} --type=json -p '${patch}'`)],
      },
    ];
  });
};

/** Taints of all workers that not all workloads tolerate. */
function commonTaints({ nodes, workloads }: Specifications): readonly Finding[] {
  const workers = nodes.filter(({ labels }) => labels["node-role.kubernetes.io/control-plane"] === undefined);
  const given = (workers[0]?.taints ?? []).filter(({ key }) => !key.startsWith("node.kubernetes.io/"));
  return given
    .filter(
      (taint) =>
        taint.effect !== "PreferNoSchedule" &&
        workers.every(({ taints }) => taints.some(({ key, effect }) => key === taint.key && effect === taint.effect)),
    )
    .filter(({ key }) =>
      workloads.some(
        ({ tolerations }) => !tolerations.some((one) => one.key === key || (one.key === undefined && one.operator === "Exists")),
      ),
    )
    .map(({ key, effect }) => ({
      resource: "node/*",
      says: `all workers have the taint ${key}`,
      repair: [kubectl(`taint nodes ${workers.map(({ name }) => name).join(" ")} ${key}:${effect}-`)],
    }));
}

/** Addresses in ConfigMaps whose host no Service has. */
function foreignAddresses({ configMaps, services }: Specifications): readonly Finding[] {
  const known = new Set(services.map(({ name }) => name));
  return configMaps.flatMap(({ name, data }) =>
    Object.entries(data).flatMap(([file, text]) =>
      [...text.matchAll(/"?([\w.-]*)"?\s*[:=]\s*"?([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*):(\d{2,5})\b/g)]
        .filter(([, , host = ""]) => !known.has(host.split(".")[0] ?? "") && host !== "localhost")
        .map(([whole, key = "", host = "", port = ""]) => {
          const right = rightService(services, key, host, port);
          const patch = JSON.stringify({ data: { [file]: text.replace(whole, whole.replace(`${host}:${port}`, right)) } });
          return {
            resource: `configmap/${name}`,
            says: `${name} names ${host}, which no Service is`,
            repair: [kubectl(`patch configmap ${name} --type=merge -p '${patch}'`), kubectl("rollout restart deployment")],
          };
        }),
    ),
  );
}

/** The Service with this port whose name shares most with the setting's. */
const rightService = (services: readonly ServiceSpec[], key: string, host: string, port: string): string => {
  const words = `${key} ${host}`
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2);
  const scored = services
    .map((service) => ({
      service,
      score: words.filter((word) => service.name.includes(word)).length * 2 + (service.ports.some((one) => `${one.port}` === port) ? 1 : 0),
    }))
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.service;
  return best === undefined
    ? `${host}:${port}`
    : `${best.name}:${best.ports.some((one) => `${one.port}` === port) ? port : best.ports[0]?.port}`;
};
