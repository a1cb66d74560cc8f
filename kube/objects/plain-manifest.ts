import type { KubeObject, ObjectMeta } from "../types/meta.ts";
import type { Service } from "../types/network.ts";

/** Object without status and what else a server fills in, so that it can be created anew. */
export const plainManifest = (object: KubeObject): KubeObject => {
  const { status: _observed, metadata, ...rest } = object as KubeObject & { readonly status?: unknown };
  const plain = { ...rest, metadata: plainMeta(metadata) };
  return object.kind === "Service" ? withoutAddresses(plain as Service) : plain;
};

/** Name, namespace and labels, and annotations but those that controllers write. */
const plainMeta = ({ name, namespace, labels, annotations }: ObjectMeta): ObjectMeta => {
  const given = Object.entries(annotations ?? {}).filter(([key]) => !/(^|\.)kubernetes\.io\//.test(key));
  return {
    name,
    ...(namespace && { namespace }),
    ...(labels && { labels }),
    ...(given.length > 0 && { annotations: Object.fromEntries(given) }),
  };
};

/** Addresses and node ports are allocated anew. */
const withoutAddresses = (service: Service): Service => {
  const { clusterIP, clusterIPs, ports, ...spec } = service.spec;
  const headless = clusterIP === "None" ? { clusterIP } : {};
  return {
    ...service,
    spec: { ...spec, ...headless, ...(ports && { ports: ports.map(({ nodePort: _allocated, ...port }) => port) }) } as Service["spec"],
  };
};
