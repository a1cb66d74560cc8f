import type { Baseline } from "#kube/app/baseline.ts";
import type { Attempt } from "#kube/checks/attempts.ts";
import { nameOf } from "#kube/checks/fault-target.ts";
import { baselineCorefile, denyZones, restartServers, writeCorefile } from "../corefile.ts";
import { corefileRejects } from "../corefile-attempts.ts";
import type { ZoneParams } from "./zone.ts";

export const rejects = ({ service, type }: ZoneParams, baseline: Baseline): readonly Attempt[] => {
  const narrow = denyZones(baselineCorefile(baseline), [{ zone: `${nameOf(service)}.${baseline.namespace}.svc.cluster.local`, type }]);
  return [
    ...corefileRejects(service, baseline),
    ...(narrow === undefined ? [] : [{ name: "deny the name of one Service alone", calls: [writeCorefile(narrow), restartServers] }]),
  ];
};
