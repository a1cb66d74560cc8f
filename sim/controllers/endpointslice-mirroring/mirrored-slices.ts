import { canonicalJson } from "#core/canonical-json.ts";
import type { EndpointAddress, EndpointSlice, Endpoints, SliceEndpoint } from "#kube/types/network.ts";
import { canonicalAddress, ipFamily } from "../../apiserver/schema/validation/addresses.ts";
import { inSliceOrder, type SlicePort } from "../../controller-runtime/slice-ports.ts";
import { repackSubsets, type SubsetPort } from "../endpoints/repack-subsets.ts";

/** Contents of a mirrored slice: addresses of one family that share ports. */
export type MirroredSlice = Pick<EndpointSlice, "addressType" | "endpoints" | "ports">;

/** Maximum number of addresses mirrored from a subset. */
export const ADDRESSES_MAX = 1000;

/** The slices that show Endpoints, and how many addresses found no place in them. */
export const mirroredSlices = (endpoints: Endpoints): { readonly slices: readonly MirroredSlice[]; readonly skipped: number } => {
  const slices = new Map<string, MirroredSlice & { readonly endpoints: SliceEndpoint[] }>();
  let skipped = 0;
  for (const { addresses = [], notReadyAddresses = [], ports = [] } of repackSubsets(endpoints.subsets ?? [])) {
    const all = [...addresses.map((address) => shown(address, true)), ...notReadyAddresses.map((address) => shown(address, false))];
    skipped += Math.max(0, all.length - ADDRESSES_MAX);
    for (const { addressType, endpoint } of all.slice(0, ADDRESSES_MAX)) {
      const id = `${addressType} ${canonicalJson(ports)}`;
      const slice = slices.get(id) ?? { addressType, endpoints: [], ports: inSliceOrder(ports.map(shownPort)) };
      slices.set(id, slice);
      slice.endpoints.push(endpoint);
    }
  }
  return { slices: [...slices.values()], skipped };
};

const shown = (
  { ip, hostname, nodeName, targetRef }: EndpointAddress,
  ready: boolean,
): { readonly addressType: "IPv4" | "IPv6"; readonly endpoint: SliceEndpoint } => ({
  addressType: ipFamily(ip) ?? "IPv4",
  endpoint: {
    addresses: [canonicalAddress(ip) ?? ip],
    conditions: { ready },
    ...(hostname && { hostname }),
    ...(targetRef && { targetRef }),
    ...(nodeName !== undefined && { nodeName }),
  },
});

const shownPort = ({ name = "", ...rest }: SubsetPort): SlicePort => ({ name, ...rest });
