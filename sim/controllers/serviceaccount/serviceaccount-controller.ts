import type { Namespace } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { getObject } from "../../apiserver/store/store.ts";
import { type Controller, itself, type KeysOf, NO_KEYS } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";

/** Gives every namespace a ServiceAccount named `default`. */
export const serviceAccountController: Controller = {
  name: "serviceaccount",
  isPrompt: true,
  watches: { namespaces: itself, serviceaccounts: namespaceOfLost("default") },
  reconcile: (world, name) => {
    if (
      !isActive(getObject<Namespace>(world, "namespaces", undefined, name)) ||
      getObject(world, "serviceaccounts", name, "default") !== undefined
    )
      return;
    clientFor(world, "service-account-controller").create("serviceaccounts", {
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: { name: "default", namespace: name },
    });
  },
};

/** True for a namespace that is there and stays. */
export const isActive = (namespace: Namespace | undefined): boolean =>
  namespace !== undefined && namespace.metadata.deletionTimestamp === undefined;

/** The namespace of an object of this name that was deleted. */
export function namespaceOfLost(lostName: string): KeysOf {
  return (_world, { type, object }) => {
    const { name, namespace } = (object as KubeObject).metadata;
    return type === "DELETED" && name === lostName && namespace !== undefined ? [namespace] : NO_KEYS;
  };
}
