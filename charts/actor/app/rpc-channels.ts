import type { KnownAddress } from "#sim/programs/behaviour/registration.ts";
import { type DialFailure, dial } from "../network/dial.ts";
import type { LineClient } from "../network/line-protocol.ts";
import { greetRpc, type RpcProtocol } from "./rpc-protocol.ts";

/** A client's connections to other programs; each stays open until one of the two ends it. */
export interface RpcChannels {
  /**
   * One of the connections to these addresses that are open, by chance; where none is, the first that opens, or why none does.
   *
   * Nobody waits for an address that hangs while another serves: the registry keeps those of programs that were killed.
   */
  pick(addresses: readonly KnownAddress[], timeoutMs: number): Promise<LineClient | ChannelFailure>;
}

/** Reason why there is no connection. */
export type ChannelFailure = DialFailure | { readonly kind: "wrong-protocol" };

export const createRpcChannels = (protocol: RpcProtocol): RpcChannels => {
  const channels = new Map<string, Channel>();
  const channelTo = ({ address, port }: KnownAddress, timeoutMs: number): Channel => {
    const key = `${address}:${port}`;
    const known = channels.get(key);
    if (known !== undefined && known.client?.isOpen !== false) return known;
    // One that failed or ended is tried anew.
    const channel: Channel = { opening: connect(protocol, address, port, timeoutMs), client: undefined };
    channels.set(key, channel);
    void channel.opening.then((result) => {
      if (isClient(result)) channel.client = result;
      else if (channels.get(key) === channel) channels.delete(key);
    });
    return channel;
  };
  return {
    pick: async (addresses, timeoutMs) => {
      const found = addresses.map((address) => channelTo(address, timeoutMs));
      const ready = found.flatMap(({ client }) => (client?.isOpen === true ? [client] : []));
      return ready[Math.floor(Math.random() * ready.length)] ?? (await firstOf(found));
    },
  };
};

interface Channel {
  readonly opening: Promise<LineClient | ChannelFailure>;
  /** Set once it is open. */
  client: LineClient | undefined;
}

/** Tells a connection from the reason why there is none. */
export const isClient = (result: LineClient | ChannelFailure): result is LineClient => "ask" in result;

const connect = async (protocol: RpcProtocol, address: string, port: number, timeoutMs: number): Promise<LineClient | ChannelFailure> => {
  const dialled = await dial(address, port, timeoutMs);
  if (dialled.kind !== "connected") return dialled;
  return (await greetRpc(protocol, dialled.socket)) ?? { kind: "wrong-protocol" };
};

/** The first that opens; where none does, what became of the first. */
const firstOf = async (channels: readonly Channel[]): Promise<LineClient | ChannelFailure> => {
  const opened = channels.map(async ({ opening }) => {
    const result = await opening;
    if (!isClient(result)) throw new NotOpened(result);
    return result;
  });
  return await Promise.any(opened).catch(({ errors }: AggregateError) => (errors[0] as NotOpened).failure);
};

class NotOpened extends Error {
  readonly failure: ChannelFailure;

  constructor(failure: ChannelFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}
