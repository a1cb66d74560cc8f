import type { Service } from "#kube/types/network.ts";
import type { World } from "../../../../../kernel/world.ts";
import { listObjects, resourceRevision } from "../../../../store/store.ts";
import { type FieldError, invalidValue } from "../../../field-error.ts";
import type { RequestContext } from "../../../kind-strategy.ts";
import { clusterIpErrors, familyErrors } from "./service-families.ts";
import { withHealthPort, withNodePorts } from "./service-node-ports.ts";
import { needsHealthPort } from "./service-traffic.ts";

/** Gives a Service its cluster address and node ports, or says why those it asks for cannot be had. */
export const allocateService = (service: Service, old: Service | undefined, errors: FieldError[], context: RequestContext): Service => {
  const { type } = service.spec;
  if (type === "ExternalName") return service;
  errors.push(...clusterIpErrors(service));
  if (errors.length > 0) return service;
  errors.push(...familyErrors(service, old));
  if (errors.length > 0) return service;
  const addressed = withAddress(service, old, errors, context);
  if (errors.length > 0) return service;
  const wantsNodePorts = type === "NodePort" || (type === "LoadBalancer" && service.spec.allocateLoadBalancerNodePorts !== false);
  const numbered = wantsNodePorts ? withNodePorts(addressed, old, errors, context) : addressed;
  return needsHealthPort(numbered) ? withHealthPort(numbered, old, context) : numbered;
};

/** The range of Services that the API server is started with: 10.96.0.0/16. */
const RANGE_START = (10 << 24) | (96 << 16);
const RANGE_SIZE = 1 << 16;

const withAddress = (service: Service, old: Service | undefined, errors: FieldError[], { world }: RequestContext): Service => {
  const { metadata, spec } = service;
  const asked = spec.clusterIP ?? spec.clusterIPs?.[0];
  // An address that changes is refused as a change, whether it could be had or not.
  const isNew = old === undefined || !old.spec.clusterIP;
  if (asked !== undefined && asked !== "None" && isNew) {
    const problem = problemWith(world, asked);
    if (problem !== undefined) errors.push(invalidValue("spec.clusterIPs", [asked], problem));
  }
  const clusterIP = asked ?? drawAddress(world, `${metadata.namespace}/${metadata.name}`);
  const ipFamilyPolicy = spec.ipFamilyPolicy ?? (clusterIP === "None" && spec.selector === undefined ? "RequireDualStack" : "SingleStack");
  return {
    ...service,
    spec: {
      ...spec,
      clusterIP,
      clusterIPs: spec.clusterIPs ?? [clusterIP],
      ipFamilies: spec.ipFamilies ?? (ipFamilyPolicy === "RequireDualStack" ? ["IPv4", "IPv6"] : ["IPv4"]),
      ipFamilyPolicy,
    },
  };
};

const problemWith = (world: World, address: string): string | undefined => {
  const offset = (numberOf(address) ?? 0) - RANGE_START;
  const prefix = `failed to allocate IP ${address}: `;
  if (offset <= 0 || offset >= RANGE_SIZE) return `${prefix}the provided network does not match the current range`;
  return takenAddresses(world).has(address) ? `${prefix}provided IP is already allocated` : undefined;
};

/** The 32 bits of a dotted address; undefined for any other text. */
const numberOf = (address: string): number | undefined => {
  const parts = address.split(".").map(Number);
  if (parts.length !== 4 || parts.some((part) => !Number.isInteger(part) || part < 0 || part > 255)) return undefined;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
};

const takenAddresses = (world: World): ReadonlySet<string> =>
  world.memo(
    "service addresses",
    resourceRevision(world, "services"),
    () => new Set(listObjects<Service>(world, "services").flatMap(({ spec }) => spec.clusterIPs ?? [])),
  );

const drawAddress = (world: World, key: string): string => {
  const taken = takenAddresses(world);
  const rng = world.rng(`apiserver/cluster-ip/${key}`);
  for (;;) {
    // The lower end is kept for addresses that are asked for by number.
    const number = RANGE_START + rng.int(256, RANGE_SIZE - 2);
    const address = [24, 16, 8, 0].map((shift) => (number >> shift) & 255).join(".");
    if (!taken.has(address)) return address;
  }
};
