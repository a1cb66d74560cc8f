import type { EndpointSlice } from "#kube/types/network.ts";
import { hashText } from "../apiserver/schema/go-dump/hash-value.ts";

export type SlicePort = NonNullable<EndpointSlice["ports"]>[number];

/** The ports of a slice as controllers write them: in the order of their hashes. */
export const inSliceOrder = (ports: readonly SlicePort[]): readonly SlicePort[] =>
  ports.length < 2
    ? ports
    : ports
        .map((port) => ({ port, hash: hashOf(port) }))
        .sort(byHash)
        .map(({ port }) => port);

interface Hashed {
  readonly port: SlicePort;
  readonly hash: string;
}

const byHash = (a: Hashed, b: Hashed): number => (a.hash < b.hash ? -1 : 1);

const hashOf = (port: SlicePort): string => {
  const text = printed(port);
  let hash = hashes.get(text);
  if (hash === undefined) {
    hash = hashText(text);
    hashes.set(text, hash);
  }
  return hash;
};

/** Hashes of constants: ports are few, and asked for at every reconcile. */
const hashes = new Map<string, string>();

/** As Go prints the port of a slice, whose members are pointers; core's type of the same name is another. */
const printed = ({ name, protocol, port, appProtocol }: SlicePort): string =>
  `(v1.EndpointPort){Name:(*string)${name ?? NIL} Protocol:(*v1.Protocol)${protocol ?? NIL} Port:(*int32)${port ?? NIL} AppProtocol:(*string)${appProtocol ?? NIL}}`;

const NIL = "<nil>";
