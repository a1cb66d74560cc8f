import { canonicalJson } from "#core/canonical-json.ts";
import type { EndpointAddress, Endpoints } from "#kube/types/network.ts";
import { hashValue } from "../../apiserver/schema/go-dump/hash-value.ts";

/** Addresses that share ports. */
export type Subset = NonNullable<Endpoints["subsets"]>[number];
export type SubsetPort = NonNullable<Subset["ports"]>[number];

/**
 * The subsets in the one form that controllers write: ports that the same addresses have stand together.
 *
 * Addresses are in the order of their texts, ports and subsets in that of their hashes.
 */
export const repackSubsets = (subsets: readonly Subset[]): readonly Subset[] => {
  const byPort = new Map<string, PortHosts>();
  const hosts = new Map<string, EndpointAddress>();
  for (const subset of subsets) {
    for (const port of subset.ports?.length ? subset.ports : [undefined]) {
      const id = canonicalJson(port ?? null);
      const known = byPort.get(id) ?? { port, readiness: new Map<string, boolean>() };
      byPort.set(id, known);
      addHosts(subset.addresses, true, known.readiness, hosts);
      addHosts(subset.notReadyAddresses, false, known.readiness, hosts);
    }
  }
  const repacked = [...groupByHosts([...byPort.values()])].map(({ ports, readiness }) => packed(ports, readiness, hosts));
  return byHash("v1.EndpointSubset", repacked);
};

interface PortHosts {
  /** Undefined: of addresses that have none. */
  readonly port: SubsetPort | undefined;
  /** By the id of the host. */
  readonly readiness: Map<string, boolean>;
}

/** Merges addresses; a host that is unready in one subset is unready. */
const addHosts = (
  addresses: readonly EndpointAddress[] = [],
  isReady: boolean,
  readiness: Map<string, boolean>,
  hosts: Map<string, EndpointAddress>,
): void => {
  for (const address of addresses) {
    const id = `${address.ip} ${address.targetRef?.uid ?? ""}`;
    if (!hosts.has(id)) hosts.set(id, address);
    readiness.set(id, isReady && readiness.get(id) !== false);
  }
};

interface Group {
  readonly ports: SubsetPort[];
  readonly readiness: ReadonlyMap<string, boolean>;
}

const groupByHosts = (portHosts: readonly PortHosts[]): Iterable<Group> => {
  const groups = new Map<string, Group>();
  for (const { port, readiness } of portHosts) {
    const id = canonicalJson([...readiness].sort(([left], [right]) => compareTexts(left, right)));
    const group = groups.get(id) ?? { ports: [], readiness };
    groups.set(id, group);
    if (port !== undefined) group.ports.push(port);
  }
  return groups.values();
};

const packed = (
  ports: readonly SubsetPort[],
  readiness: ReadonlyMap<string, boolean>,
  hosts: ReadonlyMap<string, EndpointAddress>,
): Subset => {
  const those = (isReady: boolean): readonly EndpointAddress[] =>
    [...readiness]
      .filter(([, state]) => state === isReady)
      .map(([id]) => hosts.get(id) as EndpointAddress)
      .sort(byAddress);
  const [ready, notReady] = [those(true), those(false)];
  return {
    ...(ready.length > 0 && { addresses: ready }),
    ...(notReady.length > 0 && { notReadyAddresses: notReady }),
    ...(ports.length > 0 && { ports: byHash("v1.EndpointPort", ports) }),
  };
};

const byAddress = (a: EndpointAddress, b: EndpointAddress): number =>
  compareTexts(a.ip, b.ip) || compareTexts(a.targetRef?.uid ?? "", b.targetRef?.uid ?? "");

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts values by hash; a single value needs none. */
const byHash = <T>(type: string, values: readonly T[]): readonly T[] =>
  values.length < 2
    ? values
    : values
        .map((value) => ({ value, hash: hashValue(type, value) }))
        .sort((a, b) => compareTexts(a.hash, b.hash))
        .map(({ value }) => value);
