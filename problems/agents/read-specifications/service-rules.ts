import { kubectl } from "#core/tool-call.ts";
import type { Workload } from "#kube/checks/workload.ts";
import { labelsMatch } from "#kube/objects/label-selector.ts";
import type { EndpointSlice, Service } from "#kube/types/network.ts";
import { firstOf, patched, targetOf } from "./repairs.ts";
import type { Finding, Rule } from "./rule.ts";
import type { Specifications } from "./specifications.ts";

/** Rules on Services. */
export const SERVICE_RULES: readonly Rule[] = [
  {
    faults: ["service-selector-mismatch"],
    rank: 90,
    find: (specs) =>
      ownServices(specs)
        .filter(([service, own]) => isSelecting(service) && !selects(service, own))
        .map(selectorFinding),
  },
  {
    faults: ["service-selects-foreign-pods"],
    rank: 80,
    find: (specs) =>
      ownServices(specs)
        .filter(([service, own]) => isSelecting(service) && selects(service, own) && selectedBy(specs, service).length > 1)
        .map(([about, own]) => ({
          resource: nameOf(about),
          about,
          says: `${nameOf(about)} selects others too`,
          repair: [patched(nameOf(about), "replace", "/spec/selector", own.spec.selector.matchLabels)],
        })),
  },
  {
    faults: ["hostile-canary-left"],
    rank: 70,
    find: (specs) =>
      ownServices(specs).flatMap(([service, own]) =>
        selectedBy(specs, service)
          .filter((other) => other.kind === "Deployment" && other.metadata.name !== own.metadata.name && (other.spec.replicas ?? 1) > 0)
          .map((about) => ({
            resource: `deployment/${about.metadata.name}`,
            about,
            says: `${about.metadata.name} is selected by ${nameOf(service)}, too`,
            repair: [kubectl(`delete deployment ${about.metadata.name}`)],
          })),
      ),
  },
  {
    faults: ["service-target-port-mismatch"],
    rank: 90,
    find: (specs) => ownServices(specs).flatMap(([service]) => closedPorts(specs, service)),
  },
  {
    faults: ["service-target-port-mismatch"],
    rank: 20,
    find: (specs) => specs.of<Service>("Service").flatMap((service) => closedPorts(specs, service)),
  },
  {
    faults: ["service-missing"],
    rank: 60,
    find: (specs) =>
      specs.running
        .filter((one) => (firstOf(one)?.ports ?? []).length > 0 && !specs.of<Service>("Service").some((service) => selects(service, one)))
        .map((about) => {
          const { name } = about.metadata;
          const port = firstOf(about)?.ports?.[0]?.containerPort;
          const repair = [kubectl(`expose ${targetOf(about)} --name=${name} --port=${port} --target-port=${port}`)];
          return { resource: `service/${name}`, about, says: `${targetOf(about)} opens ports and has no Service`, repair };
        }),
  },
  {
    faults: ["service-protocol-mismatch"],
    rank: 80,
    find: (specs) =>
      ownServices(specs).flatMap(([about]) =>
        (about.spec.ports ?? []).flatMap(({ protocol, port }, at) =>
          protocol === "UDP" && about.spec.ports?.length === 1
            ? [
                {
                  resource: nameOf(about),
                  about,
                  says: `${nameOf(about)} takes UDP at ${port}`,
                  repair: [patched(nameOf(about), "replace", `/spec/ports/${at}/protocol`, "TCP")],
                },
              ]
            : [],
        ),
      ),
  },
  {
    faults: ["internal-traffic-policy-local"],
    rank: 80,
    find: (specs) =>
      ownServices(specs)
        .filter(([{ spec }]) => spec.internalTrafficPolicy === "Local")
        .map(([about]) => ({
          resource: nameOf(about),
          about,
          says: `${nameOf(about)} leads to pods of the same node`,
          repair: [patched(nameOf(about), "replace", "/spec/internalTrafficPolicy", "Cluster")],
        })),
  },
  {
    faults: ["endpointslice-stale-after-rollout"],
    rank: 60,
    find: (specs) =>
      ownServices(specs).flatMap(([service]) =>
        isSelecting(service)
          ? specs
              .of<EndpointSlice>("EndpointSlice")
              .filter((slice) => adds(slice, service))
              .map((about) => ({
                resource: nameOf(service),
                about,
                says: `${about.metadata.name} adds endpoints to ${nameOf(service)}`,
                repair: [kubectl(`delete endpointslice ${about.metadata.name}`)],
              }))
          : [],
      ),
  },
  {
    faults: ["manual-endpoints-stale"],
    rank: 85,
    find: (specs) =>
      ownServices(specs)
        .filter(([service]) => !isSelecting(service) && service.spec.type !== "ExternalName")
        .map(([about, own]) => ({
          resource: nameOf(about),
          about,
          says: `${nameOf(about)} selects nothing`,
          repair: [
            patched(nameOf(about), "add", "/spec/selector", own.spec.selector.matchLabels),
            ...specs
              .of<EndpointSlice>("EndpointSlice")
              .filter(({ metadata }) => metadata.name.startsWith(about.metadata.name))
              .map(({ metadata }) => kubectl(`delete endpointslice ${metadata.name}`)),
          ],
        })),
  },
];

const nameOf = ({ metadata: { name } }: Service): string => `service/${name}`;

/** Labels are not read: a slice is named for the Service that it is of. */
const adds = ({ metadata, endpoints }: EndpointSlice, service: Service): boolean =>
  metadata.name.startsWith(`${service.metadata.name}-`) && endpoints?.some(({ conditions }) => conditions?.ready !== false) === true;

const isSelecting = ({ spec }: Service): boolean => Object.keys(spec.selector ?? {}).length > 0;

const selects = (service: Service, { spec }: Workload): boolean =>
  isSelecting(service) && labelsMatch(service.spec.selector ?? {}, spec.template.metadata?.labels ?? {});

const selectedBy = (specs: Specifications, service: Service): readonly Workload[] => specs.running.filter((one) => selects(service, one));

/** Services with the name of a workload that is to have pods. */
const ownServices = (specs: Specifications): readonly (readonly [Service, Workload])[] =>
  specs.of<Service>("Service").flatMap((service) => {
    const own = specs.running.find(({ metadata, spec }) =>
      [metadata.name, "serviceName" in spec ? spec.serviceName : undefined].includes(service.metadata.name),
    );
    return own === undefined ? [] : [[service, own] as const];
  });

const selectorFinding = ([about, own]: readonly [Service, Workload]): Finding => {
  const labels = own.spec.template.metadata?.labels ?? {};
  const odd = Object.keys(about.spec.selector ?? {}).filter((key) => labels[key] !== about.spec.selector?.[key]);
  const patch = odd.map((key) => {
    const path = `/spec/selector/${key.replaceAll("/", "~1")}`;
    return labels[key] === undefined ? { op: "remove", path } : { op: "replace", path, value: labels[key] };
  });
  return {
    resource: nameOf(about),
    about,
    says: `${nameOf(about)} does not select ${targetOf(own)}`,
    repair: [kubectl(`patch ${nameOf(about)} --type=json -p '${JSON.stringify(patch)}'`)],
  };
};

/** Ports, in the order of the Service, that no selected container declares, though its others are. */
const closedPorts = (specs: Specifications, about: Service): readonly Finding[] => {
  const behind = selectedBy(specs, about).flatMap(({ spec }) => spec.template.spec.containers.flatMap(({ ports = [] }) => ports));
  if (behind.length === 0) return [];
  return (about.spec.ports ?? []).flatMap(({ port, targetPort = port }, index) => {
    if (behind.some(({ name, containerPort }) => containerPort === targetPort || name === targetPort)) return [];
    const right = behind.find(({ containerPort }) => containerPort === port) ?? behind[0];
    return [
      {
        resource: nameOf(about),
        about,
        says: `${nameOf(about)} leads to ${targetPort}, which nobody declares`,
        repair: [patched(nameOf(about), "replace", `/spec/ports/${index}/targetPort`, right?.containerPort)],
      },
    ];
  });
};
