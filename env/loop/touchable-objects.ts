import { workloadTarget } from "#kube/checks/fault-target.ts";
import { type ObjectRef, parseObjectRef } from "#kube/objects/object-ref.ts";
import { isPodNameOf, isReplicaSetNameOf } from "#kube/objects/pod-owner-name.ts";
import type { Incident } from "./incident.ts";

/** Objects that a repair may change, as `resource namespace/name`. */
export type Touchables = ReadonlySet<string>;

/** Lists the objects in the truth, and those of components connected with them. */
export const touchableObjects = ({ truth, faults, place }: Incident): Touchables => {
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
    ({ name, configMaps, madeFrom = "" }) =>
      names.includes(name) || named.includes(madeFrom) || configMaps.some((configMap) => names.includes(configMap.name)),
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
      const ref = parseObjectRef(text, place.namespace);
      return ref === undefined ? [] : [keyOf(ref)];
    }),
  );
};

/** True for a touchable object, and for a Pod or ReplicaSet of a touchable workload, by its name and a suffix. */
export const isTouchable = (touchables: Touchables, object: ObjectRef): boolean =>
  touchables.has(keyOf(object)) || isChildOf(object, touchables);

const keyOf = ({ resource, namespace = "", name }: ObjectRef): string => `${resource} ${namespace}/${name}`;

const isChildOf = ({ resource, namespace = "", name }: ObjectRef, touchables: Touchables): boolean => {
  const isNameOf = CHILDREN[resource];
  if (isNameOf === undefined) return false;
  return [...touchables].some((key) => {
    const [owner = "", place = ""] = key.split(" ");
    return WORKLOADS.has(owner) && isNameOf(`${namespace}/${name}`, place);
  });
};

/** Rules by which the name of an object tells its workload. */
const CHILDREN: Readonly<Record<string, (name: string, workload: string) => boolean>> = {
  pods: isPodNameOf,
  "replicasets.apps": isReplicaSetNameOf,
};

const WORKLOADS: ReadonlySet<string> = new Set(["deployments.apps", "statefulsets.apps", "daemonsets.apps"]);
