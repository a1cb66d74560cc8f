import { ok } from "#core/result.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Ingress } from "#kube/types/network.ts";
import { listObjects } from "../../store/store.ts";
import type { AdmissionPlugin } from "./admission-plugin.ts";

/** An Ingress that names no class gets the default one. */
export const defaultIngressClass: AdmissionPlugin = {
  resources: new Set(["ingresses.networking.k8s.io"]),
  mutate: ({ world }, object, old) => {
    const ingress = object as Ingress;
    const isNamed =
      ingress.spec.ingressClassName !== undefined || ingress.metadata.annotations?.["kubernetes.io/ingress.class"] !== undefined;
    if (old !== undefined || isNamed) return ok(object);
    const found = listObjects(world, "ingressclasses.networking.k8s.io").find(isDefault);
    return ok(found === undefined ? ingress : { ...ingress, spec: { ...ingress.spec, ingressClassName: found.metadata.name } });
  },
};

const isDefault = ({ metadata }: KubeObject): boolean => metadata.annotations?.["ingressclass.kubernetes.io/is-default-class"] === "true";
