import { kubectl } from "#core/tool-call.ts";
import { tolerates } from "#kube/objects/tolerations.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import type { Rule } from "./rule.ts";
import type { Specifications } from "./specifications.ts";

/** Rules on nodes and name servers. */
export const NODE_RULES: readonly Rule[] = [
  {
    faults: ["taint-untolerated"],
    rank: 90,
    find: (specs) => {
      const given = (workers(specs)[0]?.spec.taints ?? []).filter(({ key }) => !key.startsWith("node.kubernetes.io/"));
      return given
        .filter(
          ({ effect, key }) =>
            effect !== "PreferNoSchedule" && workers(specs).every(({ spec }) => spec.taints?.some((one) => one.key === key)),
        )
        .filter((taint) => specs.running.some(({ spec }) => !tolerates(spec.template.spec.tolerations, taint)))
        .map(({ key, effect }) => ({
          resource: "node/*",
          about: workers(specs)[0],
          says: `all workers have the taint ${key}`,
          repair: [kubectl(`taint nodes ${namesOf(workers(specs))} ${key}:${effect}-`)],
        }));
    },
  },
  {
    faults: ["cordoned-node"],
    rank: 90,
    find: (specs) => {
      const cordoned = workers(specs).filter(({ spec }) => spec.unschedulable === true);
      if (cordoned.length === 0) return [];
      const repair = [kubectl(`uncordon ${namesOf(cordoned)}`)];
      return [{ resource: "node/*", about: cordoned[0], says: "workers are cordoned", repair }];
    },
  },
  { faults: ["dns-name-nxdomain"], rank: 80, find: (specs) => denied(specs, (zone, specified) => specified.has(zone.split(".")[0] ?? "")) },
  {
    faults: ["dns-zone-nxdomain"],
    rank: 60,
    find: (specs) => denied(specs, (zone, specified) => !specified.has(zone.split(".")[0] ?? "")),
  },
];

const workers = (specs: Specifications): readonly Node[] =>
  specs.of<Node>("Node").filter(({ metadata }) => metadata.labels?.["node-role.kubernetes.io/control-plane"] === undefined);

const namesOf = (nodes: readonly Node[]): string => nodes.map(({ metadata }) => metadata.name).join(" ");

/** Zones in which the name servers know nothing, whose names matter: those of workloads that run, or those around them. */
const denied = (specs: Specifications, isOdd: (zone: string, names: ReadonlySet<string>) => boolean): ReturnType<Rule["find"]> => {
  const about = specs.elsewhere<ConfigMap>("ConfigMap").find(({ metadata }) => metadata.name === "coredns");
  const corefile = about?.data?.["Corefile"] ?? "";
  const names = new Set(specs.running.map(({ metadata }) => metadata.name));
  const namespace = specs.running[0]?.metadata.namespace ?? "";
  const zones = [...corefile.matchAll(/^ *template (?:IN|ANY) \w+ (\S+) \{[^}]*\}\n?/gm)].filter(
    ([, zone = ""]) =>
      isOdd(zone, names) &&
      (names.has(zone.split(".")[0] ?? "") || `x.${namespace}.svc.cluster.local`.endsWith(`.${zone}`.replace(/\.$/, ""))),
  );
  return zones.map(([stanza, zone]) => {
    const patch = JSON.stringify({ data: { Corefile: corefile.replace(stanza, "") } });
    return {
      resource: "configmap/kube-system/coredns",
      about,
      says: `the name servers deny ${zone}`,
      repair: [
        kubectl(`-n kube-system patch configmap coredns --type=merge -p '${patch}'`),
        kubectl("-n kube-system rollout restart deployment/coredns"),
      ],
    };
  });
};
