import { workloadTarget } from "#kube/checks/fault-target.ts";
import { parseObjectRef } from "#kube/objects/object-ref.ts";
import type { AuditRecord } from "#pool/backend.ts";
import type { Incident } from "./incident.ts";

/** An object that the agent changed without need. */
export interface Damage {
  readonly object: string;
  readonly weight: number;
}

/**
 * Lists the objects that the agent's writes changed beyond those that a repair of these faults may change.
 *
 * Pods weigh little, since their controllers replace them; everything else weighs more. Each object counts once.
 */
export const damageOf = (incident: Incident, audit: readonly AuditRecord[]): readonly Damage[] => {
  const allowed = touchableObjects(incident);
  const objects = new Set(audit.filter(isChange).map(({ object }) => object));
  return [...objects].sort().flatMap((object) => {
    const [resource = "", path = ""] = object.replace(/\/[a-z]+ /, " ").split(" ");
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (allowed.has(`${resource} ${name}`) || isChildOf(resource, name, allowed)) return [];
    return [{ object, weight: resource === "pods" ? POD_WEIGHT : OBJECT_WEIGHT }];
  });
};

const POD_WEIGHT = 0.05;
const OBJECT_WEIGHT = 0.2;

/** True for an accepted write; reviews and dry runs change nothing. */
const isChange = ({ dryRun, status, object }: AuditRecord): boolean => !dryRun && status < 300 && !/reviews|^tokenrequests/.test(object);

/** Names of the objects in the truth, and of those of components connected with them. */
const touchableObjects = ({ truth, faults, place }: Incident): ReadonlySet<string> => {
  const named = [
    ...truth.map(({ resource }) => resource),
    ...faults.map(({ target }) => target),
    ...faults.flatMap(({ params }) =>
      Object.values(params as object)
        .flat()
        .filter((value) => typeof value === "string"),
    ),
  ];
  const names = named.map((resource) => resource.slice(resource.lastIndexOf("/") + 1));
  const own = place.app.components.filter(
    ({ name, configMaps }) => names.includes(name) || configMaps.some((configMap) => names.includes(configMap.name)),
  );
  const consumers = own.flatMap(({ startLoadedBy, readBy, dnsCallers, registryCallers }) => [
    ...startLoadedBy,
    ...readBy,
    ...dnsCallers,
    ...registryCallers,
  ]);
  const components = place.app.components.filter((component) => own.includes(component) || consumers.includes(component.name));
  const objects = [
    ...named,
    ...components.map(workloadTarget),
    ...own.map(({ name }) => `service/${name}`),
    ...own.flatMap(({ configMaps }) => configMaps.map(({ name }) => `configmap/${name}`)),
  ];
  return new Set(
    objects.flatMap((text) => {
      const ref = parseObjectRef(text);
      return ref === undefined ? [] : [`${ref.resource} ${ref.name}`];
    }),
  );
};

/** True for a Pod or ReplicaSet of an allowed workload, by its name and a suffix. */
const isChildOf = (resource: string, name: string, allowed: ReadonlySet<string>): boolean =>
  (resource === "pods" || resource === "replicasets.apps") &&
  [...allowed].some((entry) => entry.startsWith("deployments.apps ") && name.startsWith(`${entry.slice("deployments.apps ".length)}-`));
