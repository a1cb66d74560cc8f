import type { Namespace } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { ConfigMap } from "#kube/types/storage.ts";
import { clusterCa } from "../../apiserver/policy/tokens/cluster-ca.ts";
import { getObject } from "../../apiserver/store/store.ts";
import { type Controller, itself, NO_KEYS } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";
import { isActive } from "./serviceaccount-controller.ts";

/** Puts the cluster's certificate authority into every namespace and keeps it as it is. */
export const rootCaPublisher: Controller = {
  name: "root-ca-cert-publisher",
  isPrompt: true,
  watches: {
    namespaces: itself,
    configmaps: (_world, { type, object }) => {
      const { name, namespace } = (object as KubeObject).metadata;
      return type !== "ADDED" && name === NAME && namespace !== undefined ? [namespace] : NO_KEYS;
    },
  },
  reconcile: (world, namespace) => {
    if (!isActive(getObject<Namespace>(world, "namespaces", undefined, namespace))) return;
    const client = clientFor(world, "root-ca-cert-publisher");
    const present = getObject<ConfigMap>(world, "configmaps", namespace, NAME);
    const certificate = clusterCa(world);
    if (present?.data?.["ca.crt"] === certificate) return;
    const data = { "ca.crt": certificate };
    if (present !== undefined) client.update<ConfigMap>("configmaps", { ...present, data });
    else
      client.create<ConfigMap>("configmaps", {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: NAME, namespace, annotations: { "kubernetes.io/description": DESCRIPTION } },
        data,
      });
  },
};

const NAME = "kube-root-ca.crt";
const DESCRIPTION =
  "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.";
