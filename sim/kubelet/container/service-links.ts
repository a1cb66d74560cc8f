import type { Service, ServicePort } from "#kube/types/network.ts";
import type { Pod } from "#kube/types/pod.ts";
import { listObjects, resourceRevision } from "../../apiserver/store/store.ts";
import type { World } from "../../kernel/world.ts";

type Env = Readonly<Record<string, string>>;

/** Service link variables of a container: Services of its namespace, and always the API server. */
export const serviceLinks = (world: World, { metadata, spec }: Pod): Env => {
  const api = linksOf(world, "default", ({ metadata: { name } }) => name === "kubernetes", "api");
  if (spec.enableServiceLinks === false) return api;
  const { namespace = "default" } = metadata;
  return world.memo(`service links ${namespace}`, resourceRevision(world, "services"), () =>
    Object.freeze({ ...api, ...linksOf(world, namespace, () => true, "all") }),
  );
};

const linksOf = (world: World, namespace: string, isLinked: (service: Service) => boolean, kind: string): Env =>
  world.memo(`service links ${kind} ${namespace}`, resourceRevision(world, "services"), () => {
    const env: Record<string, string> = {};
    for (const service of listObjects<Service>(world, "services", namespace)) {
      const { clusterIP, ports = [] } = service.spec;
      if (clusterIP === undefined || clusterIP === "" || clusterIP === "None" || !isLinked(service)) continue;
      addService(env, service.metadata.name, clusterIP, ports);
    }
    return Object.freeze(env);
  });

const addService = (env: Record<string, string>, name: string, ip: string, ports: readonly ServicePort[]): void => {
  const prefix = variableName(name);
  const [first] = ports;
  if (first === undefined) return;
  env[`${prefix}_SERVICE_HOST`] = ip;
  env[`${prefix}_SERVICE_PORT`] = `${first.port}`;
  for (const port of ports)
    if (port.name !== undefined && port.name !== "") env[`${prefix}_SERVICE_PORT_${variableName(port.name)}`] = `${port.port}`;
  ports.forEach(({ port, protocol = "TCP" }, i) => {
    const proto = protocol.toLowerCase();
    const address = `${proto}://${ip}:${port}`;
    if (i === 0) env[`${prefix}_PORT`] = address;
    const own = `${prefix}_PORT_${port}_${protocol}`;
    Object.assign(env, { [own]: address, [`${own}_PROTO`]: proto, [`${own}_PORT`]: `${port}`, [`${own}_ADDR`]: ip });
  });
};

const variableName = (name: string): string => name.toUpperCase().replaceAll("-", "_").replaceAll(".", "_");
