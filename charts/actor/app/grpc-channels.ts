import type { KnownAddress } from "#sim/programs/behaviour/registration.ts";
import { DIAL_TIMEOUT_MS, dialFailed, NOT_GRPC } from "#sim/programs/languages/go/grpc-client.ts";
import { dial } from "../network/dial.ts";
import type { LineClient } from "../network/line-protocol.ts";
import { greetGrpc } from "./grpc-protocol.ts";

/** A client's connections to other programs; each stays open until one of the two ends it. */
export interface GrpcChannels {
  /**
   * One of the connections to these addresses that are open, by chance; where none is, the first that opens, or why none does.
   *
   * Nobody waits for an address that hangs while another serves: the registry keeps those of programs that were killed.
   */
  pick(addresses: readonly KnownAddress[]): Promise<LineClient | string>;
}

export const createGrpcChannels = (): GrpcChannels => {
  const channels = new Map<string, Channel>();
  return {
    pick: async (addresses) => {
      const found = addresses.map((address) => channelTo(channels, address));
      const ready = found.flatMap(({ client }) => (client?.isOpen === true ? [client] : []));
      return ready[Math.floor(Math.random() * ready.length)] ?? (await firstOf(found));
    },
  };
};

interface Channel {
  readonly opening: Promise<LineClient | string>;
  /** Set once it is open. */
  client: LineClient | undefined;
}

/** The connection to an address, open or about to open; one that failed or ended is tried anew. */
const channelTo = (channels: Map<string, Channel>, { address, port }: KnownAddress): Channel => {
  const key = `${address}:${port}`;
  const known = channels.get(key);
  if (known !== undefined && known.client?.isOpen !== false) return known;
  const channel: Channel = { opening: connect(address, port), client: undefined };
  channels.set(key, channel);
  void channel.opening.then((result) => {
    if (typeof result !== "string") channel.client = result;
    else if (channels.get(key) === channel) channels.delete(key);
  });
  return channel;
};

const connect = async (address: string, port: number): Promise<LineClient | string> => {
  const dialled = await dial(address, port, DIAL_TIMEOUT_MS);
  if (dialled.kind !== "connected") return dialFailed(dialled);
  return (await greetGrpc(dialled.socket)) ?? NOT_GRPC;
};

const firstOf = async (channels: readonly Channel[]): Promise<LineClient | string> => {
  const opened = channels.map(async ({ opening }) => {
    const result = await opening;
    if (typeof result === "string") throw new Error(result);
    return result;
  });
  return await Promise.any(opened).catch(({ errors }: AggregateError) => (errors[0] as Error).message);
};
