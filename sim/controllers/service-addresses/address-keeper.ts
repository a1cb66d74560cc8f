import type { KubeObject } from "#kube/types/meta.ts";
import type { Service } from "#kube/types/network.ts";
import { getObject } from "../../apiserver/store/store.ts";
import { type Controller, NO_KEYS } from "../../controller-runtime/controller.ts";
import { clientFor } from "../../controller-runtime/identity.ts";

const ADDRESSES = "ipaddresses.networking.k8s.io";

/** Keeps one IPAddress for each address that a Service has, as the API server does while it gives them away. */
export const addressKeeper: Controller = {
  name: "service-addresses",
  isPrompt: true,
  watches: {
    services: (_world, { type, object, previous }) => {
      const after = addressesOf(object as Service);
      const before = addressesOf(previous as Service | undefined);
      return type === "MODIFIED" && after === before
        ? NO_KEYS
        : [...new Set([...before, ...after])].map((address) => `${keyOf(object as Service)} ${address}`);
    },
  },
  reconcile: (world, key) => {
    const [service = "", address = ""] = key.split(" ");
    const [namespace = "", name = ""] = service.split("/");
    const client = clientFor(world, "service-address-keeper");
    const present = getObject<IpAddress>(world, ADDRESSES, undefined, address);
    const isWanted = addressesOf(getObject<Service>(world, "services", namespace, name)).includes(address);
    if (isWanted && present === undefined) client.create(ADDRESSES, addressObject(namespace, name, address));
    const parent = present?.spec.parentRef;
    if (!isWanted && parent?.namespace === namespace && parent.name === name) client.delete(ADDRESSES, undefined, address);
  },
};

interface IpAddress extends KubeObject {
  readonly spec: {
    readonly parentRef: { readonly group?: string; readonly resource: string; readonly namespace: string; readonly name: string };
  };
}

const keyOf = ({ metadata }: Service): string => `${metadata.namespace}/${metadata.name}`;

const NONE: readonly string[] = [];

const addressesOf = (service: Service | undefined): readonly string[] => {
  const { clusterIPs } = service?.spec ?? {};
  return clusterIPs === undefined || clusterIPs[0] === "None" || service?.spec.type === "ExternalName" ? NONE : clusterIPs;
};

const addressObject = (namespace: string, name: string, address: string): IpAddress => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "IPAddress",
  metadata: {
    name: address,
    labels: {
      "ipaddress.kubernetes.io/ip-family": address.includes(":") ? "IPv6" : "IPv4",
      "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io",
    },
  },
  spec: { parentRef: { name, namespace, resource: "services" } },
});
