import { kubectl } from "#core/tool-call.ts";
import type { Workload } from "#kube/checks/workload.ts";
import { compareQuantities } from "#kube/objects/quantity.ts";
import type { Service } from "#kube/types/network.ts";
import type { Container } from "#kube/types/pod.ts";
import { firstOf, rolledBack, targetOf, withFields, without } from "./repairs.ts";
import type { Finding, Rule } from "./rule.ts";

/** Rules on containers and what is around them in their pods. */
export const CONTAINER_RULES: readonly Rule[] = [
  {
    faults: ["command-wrong-binary"],
    rank: 85,
    find: ({ running }) =>
      running
        .filter((one) => {
          const program = programOf(one);
          const same = running.filter((other) => other !== one && programOf(other) === program);
          return program !== undefined && same.some((other) => likeness(other, program) > likeness(one, program));
        })
        .map(found("it starts what another does")),
  },
  {
    faults: ["command-wrong-binary"],
    rank: 60,
    find: ({ running }) =>
      running.filter((one) => /-(server|svc|service)$/.test(programOf(one) ?? "")).map(found("its program has a long name")),
  },
  {
    faults: ["memory-limit-too-small"],
    rank: 30,
    find: ({ running }) =>
      running
        .filter(({ spec }) => spec.template.spec.containers.some(({ resources }) => isTight(resources, "memory", "100Mi")))
        .sort((a, b) => compareQuantities(limitOf(a, "memory"), limitOf(b, "memory")))
        .map((about) => ({
          ...found("it may use little memory")(about),
          repair: withFields(about, { resources: { limits: { memory: "1Gi" }, requests: { memory: "64Mi" } } }),
        })),
  },
  {
    faults: ["cpu-limit-throttle"],
    rank: 40,
    find: ({ running }) =>
      running
        .filter(({ spec }) => spec.template.spec.containers.some(({ resources }) => isTight(resources, "cpu", "1")))
        .map((about) => ({
          ...found("it may use no more CPU than it requests")(about),
          repair: withFields(about, { resources: { limits: { cpu: "2" } } }),
        })),
  },
  {
    faults: ["sidecar-port-conflict"],
    rank: 80,
    find: ({ running }) =>
      running.flatMap((about) => {
        const { containers } = about.spec.template.spec;
        const opened = new Set(containers.flatMap(({ ports = [] }) => ports.map(({ containerPort }) => `${containerPort}`)));
        const at = containers.findIndex(({ command = [], ports }) => ports === undefined && command.some((word) => opened.has(word)));
        return at < 0 ? [] : [{ ...found("a second container takes its port")(about), repair: without(about, `/containers/${at}`) }];
      }),
  },
  {
    faults: ["init-crash"],
    rank: 70,
    find: ({ running }) =>
      running.flatMap((about) =>
        initContainers(about).flatMap(({ command = [], env = [] }, at) => {
          const wanted = /-z "\$\{?(\w+)/.exec(command.join(" "))?.[1];
          const isSet = env.some(({ name }) => name === wanted);
          return wanted === undefined || isSet
            ? []
            : [{ ...found("it checks what is not set")(about), repair: without(about, `/initContainers/${at}`) }];
        }),
      ),
  },
  {
    faults: ["init-dependency-hang", "rolling-update-drains-all"],
    rank: 70,
    find: (specs) =>
      specs.running.flatMap((about) =>
        initContainers(about).flatMap(({ command = [] }, at) => {
          const host = /nslookup ([\w-]+)/.exec(command.join(" "))?.[1];
          const isThere = specs.of<Service>("Service").some(({ metadata }) => metadata.name === host);
          return host === undefined || isThere
            ? []
            : [{ ...found(`it waits for ${host}`)(about), repair: without(about, `/initContainers/${at}`) }];
        }),
      ),
  },
  {
    faults: ["poststart-hook-hang"],
    rank: 80,
    find: ({ running }) =>
      running
        .filter((one) => /infinity|\/dev\/null|while|tail|86400/.test(JSON.stringify(firstOf(one)?.lifecycle?.["postStart"] ?? "")))
        .map((about) => ({
          ...found("its postStart hook does not end")(about),
          repair: without(about, "/containers/0/lifecycle/postStart"),
        })),
  },
  {
    faults: ["prestop-hang-rollout"],
    rank: 80,
    find: ({ running }) =>
      running
        .filter(({ spec }) => (spec.template.spec.terminationGracePeriodSeconds ?? 30) > 600)
        .map((about) => ({
          ...found("its pods take hours to end")(about),
          repair: [
            ...without(about, "/containers/0/lifecycle/preStop"),
            kubectl(`delete pods -l app=${about.metadata.name} --force --grace-period=0`),
          ],
        })),
  },
  {
    faults: ["dns-policy-external"],
    rank: 80,
    find: ({ running }) =>
      running
        .filter(({ spec }) => spec.template.spec.dnsPolicy === "None")
        .map((about) => ({
          ...found("it asks other name servers")(about),
          repair: [kubectl(`patch ${targetOf(about)} -p '{"spec":{"template":{"spec":{"dnsPolicy":"ClusterFirst","dnsConfig":null}}}}'`)],
        })),
  },
  {
    faults: ["host-aliases-stale"],
    rank: 90,
    find: (specs) => {
      const services = new Set(specs.of<Service>("Service").map(({ metadata }) => metadata.name));
      return specs.running
        .filter(({ spec }) =>
          (spec.template.spec.hostAliases ?? []).some(({ hostnames = [] }) =>
            hostnames.some((name) => services.has(name.split(".")[0] ?? "")),
          ),
        )
        .map((about) => ({ ...found("it has its own address of a Service")(about), repair: without(about, "/hostAliases") }));
    },
  },
  {
    faults: ["meta-queue-collapse"],
    rank: 80,
    find: ({ running }) =>
      running
        .filter((one) => (firstOf(one)?.env ?? []).some(({ name, value }) => /QPS_LIMIT$/.test(name) && Number(value) < 200))
        .map((about) => ({
          ...found("it does few requests a second")(about),
          repair: [
            ...rolledBack(about),
            ...running.filter((one) => (firstOf(one)?.env ?? []).some(({ name }) => /MAX_ATTEMPTS$/.test(name))).flatMap(rolledBack),
          ],
        })),
  },
  {
    faults: ["env-shadowed"],
    rank: 60,
    find: ({ running }) =>
      running.flatMap((about) => {
        const env = firstOf(about)?.env ?? [];
        const at = env.findLastIndex(({ name, value }) => env.some((one) => one.name === name && one.value !== value));
        return at < 0 ? [] : [{ ...found(`it sets ${env[at]?.name} twice`)(about), repair: without(about, `/containers/0/env/${at}`) }];
      }),
  },
  {
    faults: ["env-wrong-port", "env-shadowed"],
    rank: 60,
    find: (specs) =>
      specs.running.flatMap((about) =>
        (firstOf(about)?.env ?? []).flatMap(({ name, value = "" }) => {
          const [, host, port] = /^(?:\w+:\/\/)?([a-z][a-z0-9-]*)(?:\.[a-z0-9.-]*)?:(\d+)/.exec(value) ?? [];
          const service = specs.of<Service>("Service").find(({ metadata }) => metadata.name === host);
          const right = service?.spec.ports?.[0]?.port;
          if (right === undefined || service?.spec.ports?.some((one) => `${one.port}` === port)) return [];
          const env = [{ name, value: value.replace(`:${port}`, `:${right}`) }];
          return [{ ...found(`${name} has the port ${port}`)(about), repair: withFields(about, { env }) }];
        }),
      ),
  },
  {
    faults: ["env-wrong-port"],
    rank: 30,
    find: (specs) =>
      specs.running.flatMap((about) => {
        const env = firstOf(about)?.env ?? [];
        return env.flatMap(({ name, value = "" }) => {
          const host = env.find((one) => one.name === name.replace(/_PORT$/, "_HOST"))?.value;
          const service = name.endsWith("_PORT") ? specs.of<Service>("Service").find(({ metadata }) => metadata.name === host) : undefined;
          const right = service?.spec.ports?.[0]?.port;
          if (right === undefined || service?.spec.ports?.some((one) => `${one.port}` === value)) return [];
          return [{ ...found(`${name} is ${value}`)(about), repair: withFields(about, { env: [{ name, value: `${right}` }] }) }];
        });
      }),
  },
  {
    faults: ["advertised-listener-wrong"],
    rank: 90,
    find: (specs) =>
      specs.running.flatMap((about) =>
        (firstOf(about)?.env ?? []).flatMap(({ name, value = "" }) => {
          const host = /ADVERTISED/i.test(name) ? /:\/\/([\w.-]+):\d+/.exec(value)?.[1] : undefined;
          const isRight = specs.of<Service>("Service").some(({ metadata }) => metadata.name === host);
          if (host === undefined || isRight) return [];
          const env = [{ name, value: value.replaceAll(host, about.metadata.name) }];
          return [{ ...found(`${name} names ${host}`)(about), repair: withFields(about, { env }) }];
        }),
      ),
  },
  {
    faults: ["op-security-context-invalid"],
    rank: 20,
    find: ({ running }) =>
      running
        .filter(({ spec }) =>
          Object.values(spec.template.spec.securityContext ?? {}).some((id) => typeof id === "number" && (id < 0 || id > 2 ** 31 - 1)),
        )
        .map(found("its pods would run as nobody there is")),
  },
];

const found =
  (says: string) =>
  (about: Workload): Finding => ({ resource: targetOf(about), about, says: `${targetOf(about)}: ${says}`, repair: rolledBack(about) });

const programOf = (workload: Workload): string | undefined => firstOf(workload)?.command?.[0];

/** Number of letters of the program's name that the workload's has in a row. */
const likeness = ({ metadata: { name } }: Workload, program: string): number => {
  const own = program.split("/").at(-1) ?? "";
  for (let length = own.length; length > 1; length--)
    for (let at = 0; at + length <= own.length; at++) if (name.includes(own.slice(at, at + length))) return length;
  return 0;
};

const initContainers = ({ spec }: Workload): readonly Container[] => spec.template.spec.initContainers ?? [];

const limitOf = ({ spec }: Workload, resource: string): string =>
  spec.template.spec.containers.map(({ resources }) => resources?.limits?.[resource] ?? "1000Gi").sort(compareQuantities)[0] ?? "1000Gi";

const isTight = (resources: Container["resources"], resource: string, below: string): boolean => {
  const [limit, request] = [resources?.limits?.[resource], resources?.requests?.[resource]];
  return limit !== undefined && limit === request && compareQuantities(limit, below) < 0;
};
