import { err, ok, type Result } from "#core/result.ts";
import type { Namespace } from "#kube/types/cluster.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { Pod } from "#kube/types/pod.ts";
import type { World } from "../../kernel/world.ts";
import { requestContext } from "../schema/registry.ts";
import { getObject, listObjects } from "../store/store.ts";
import { createObject } from "../write/create-object.ts";
import { deleteObject } from "../write/delete-object.ts";
import { recordEvent } from "../write/events/record-event.ts";
import { updateObject } from "../write/update-object.ts";
import type { Client, UserInfo } from "./client.ts";
import { noted } from "./refused-writes.ts";
import { setScale } from "./subresources/answer-scaling.ts";
import { bindPod } from "./subresources/binding.ts";
import { findScaling } from "./subresources/scale.ts";

/**
 * The API server for a component inside the cluster: the whole chain but authorisation.
 *
 * An update that gives a pod its node is a binding, and one of a namespace may empty its finalizers: components reach
 * those subresources through the same call.
 */
export const createClient = (world: World, user: UserInfo): Client => ({
  get: (resource, namespace, name) => getObject(world, resource, namespace, name),
  list: (resource, namespace) => listObjects(world, resource, namespace),
  create: <T extends KubeObject>(resource: string, object: T) =>
    noted(world, createObject(requestContext(world, resource, user, COMPONENT), object.metadata.namespace, object) as Written<T>),
  update: <T extends KubeObject>(resource: string, object: T) => {
    const { namespace, name } = object.metadata;
    const node = resource === "pods" ? newNodeOf(world, object as KubeObject as Pod) : undefined;
    if (node !== undefined)
      return noted(
        world,
        bindPod(world, user, { namespace: namespace ?? "", pod: name, node }) as Result<KubeObject, Status> as Written<T>,
      );
    const subresource = resource === "namespaces" && (object as Namespace).spec !== undefined ? "finalize" : undefined;
    const context = requestContext(world, resource, user, { ...COMPONENT, subresource });
    return noted(world, updateObject(context, namespace, name, object) as Written<T>);
  },
  updateStatus: <T extends KubeObject>(resource: string, object: T) => {
    const { namespace, name } = object.metadata;
    const context = requestContext(world, resource, user, { ...COMPONENT, subresource: "status" });
    return noted(world, updateObject(context, namespace, name, object, "status") as Written<T>);
  },
  scale: (row, namespace, name) => {
    const scaling = findScaling(world, { row, namespace, name });
    if (!scaling.ok) return scaling;
    return scaling.value.unshown === undefined ? ok(scaling.value.current) : err(scaling.value.unshown);
  },
  updateScale: (row, scale) => {
    const { namespace, name } = scale.metadata;
    const scaling = findScaling(world, { row, namespace, name });
    if (!scaling.ok) return scaling;
    return noted(world, setScale(requestContext(world, row, user, { ...COMPONENT, subresource: "scale" }), scaling.value, scale));
  },
  delete: (resource, namespace, name, options) => {
    const deletion = noted(world, deleteObject(requestContext(world, resource, user), namespace, name, options));
    if (!deletion.ok) return err(deletion.error);
    return ok(deletion.value.lingers ? deletion.value.object : undefined);
  },
  event: (about, event) => recordEvent(world, user, about, event),
});

type Written<T> = Result<T, Status>;

const COMPONENT = { isComponent: true } as const;

/** The node that an update gives to a pod which has none yet. */
const newNodeOf = (world: World, { metadata, spec }: Pod): string | undefined => {
  if (spec.nodeName === undefined) return undefined;
  const present = getObject<Pod>(world, "pods", metadata.namespace, metadata.name);
  return present !== undefined && present.spec.nodeName === undefined ? spec.nodeName : undefined;
};
