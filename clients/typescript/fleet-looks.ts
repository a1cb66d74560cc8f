import { setTimeout as delay } from "node:timers/promises";
import type { Addresses } from "./addresses.ts";
import type { Channel } from "./channel.ts";
import { KubedrillError } from "./errors.ts";
import type { Fleet } from "./fleet.ts";

/** Looks at the servers of a set: who is at which address, ready or not. */
export interface Looks {
  /** Looks again if it is time, in the background while a server is ready. @throws KubedrillError none was ever reached */
  refresh(): Promise<void>;
  /** Closes all channels. */
  close(): void;
}

interface LookOptions {
  readonly addresses: Addresses;
  readonly fleet: Fleet<Channel>;
  readonly open: (address: string) => Channel;
  /** Bound of the first look, ms; at most five seconds. */
  readonly timeoutMs: number;
}

const REACH_MS = 5_000;
const LOOK_TIMEOUT_MS = 2_000;
const LOOK_AGAIN_MS = 5_000;
const LOOK_FOR_AWAY_MS = 1_000;
/** Time between two looks for each server of a large set, ms. */
const LOOK_COST_MS = 10;
const LOOKS_AT_ONCE = 64;
const PAUSE_MS = 100;

/** Creates the looks; nothing is sent before the first. */
export const createLooks = ({ addresses, fleet, open, timeoutMs }: LookOptions): Looks => {
  const channels = new Map<string, Channel>();
  let lookedAtMs: number | undefined;
  let looking: Promise<KubedrillError | undefined> | undefined;

  const lookAt = async (address: string): Promise<KubedrillError | undefined> => {
    const channel = channels.get(address) ?? open(address);
    channels.set(address, channel);
    try {
      fleet.note(address, channel, await soon(channel.calls.getServerInfo({}), address));
      return undefined;
    } catch (cause) {
      if (!(cause instanceof KubedrillError)) throw cause;
      fleet.noteSilence(address);
      return cause;
    }
  };
  const lookAround = async (): Promise<KubedrillError | undefined> => {
    try {
      const found = await addresses.read();
      const failures = await lookInTurns(found, lookAt);
      for (const address of fleet.keepOnly(found)) {
        channels.get(address)?.close();
        channels.delete(address);
      }
      return failures.find((failure) => failure !== undefined);
    } catch (cause) {
      if (cause instanceof KubedrillError) return cause;
      throw cause;
    } finally {
      lookedAtMs = performance.now();
      looking = undefined;
    }
  };
  const look = () => (looking ??= lookAround());
  const reach = async (): Promise<void> => {
    const endMs = performance.now() + Math.min(REACH_MS, timeoutMs);
    for (;;) {
      const failure = await look();
      if (fleet.members.length > 0) return;
      lookedAtMs = undefined;
      if (failure?.code === "UNAUTHENTICATED") throw failure;
      if (performance.now() > endMs) throw unreached(addresses.text, failure);
      await delay(PAUSE_MS);
    }
  };
  return {
    refresh: async () => {
      if (lookedAtMs === undefined) return await reach();
      if (performance.now() - lookedAtMs < lookAgainMs(fleet)) return;
      const seen = look();
      if (!fleet.members.some(({ isReady }) => isReady)) await seen;
    },
    close: () => {
      for (const channel of channels.values()) channel.close();
    },
  };
};

const lookAgainMs = ({ members }: Fleet<Channel>): number =>
  Math.max(members.some(({ awaySinceMs }) => awaySinceMs !== undefined) ? LOOK_FOR_AWAY_MS : LOOK_AGAIN_MS, members.length * LOOK_COST_MS);

/** Looks at many servers, some of them at once. @returns failures */
const lookInTurns = async (
  addresses: readonly string[],
  lookAt: (address: string) => Promise<KubedrillError | undefined>,
): Promise<readonly (KubedrillError | undefined)[]> => {
  const waiting = [...addresses];
  const failures: (KubedrillError | undefined)[] = [];
  const lookOn = async (): Promise<void> => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) failures.push(await lookAt(address));
  };
  await Promise.all(Array.from({ length: Math.min(LOOKS_AT_ONCE, addresses.length) }, lookOn));
  return failures;
};

/** Bounds a look at a server that may hang. */
const soon = async <T>(call: Promise<T>, address: string): Promise<T> => {
  const stop = new AbortController();
  const silence = delay(LOOK_TIMEOUT_MS, undefined, { signal: stop.signal, ref: false }).then(() => {
    throw new KubedrillError(`${address} does not answer`, { code: "UNAVAILABLE" });
  });
  try {
    return await Promise.race([call, silence]);
  } finally {
    stop.abort();
    silence.catch(() => undefined);
    call.catch(() => undefined);
  }
};

const unreached = (target: string, failure: KubedrillError | undefined): KubedrillError => {
  const why = failure === undefined ? "" : ` (${failure.message.replace(`${failure.code}: `, "")})`;
  const says = `no server was reached at ${target}${why}; start some with \`kubedrill serve\`, or correct the addresses`;
  return new KubedrillError(says, { code: "UNAVAILABLE" });
};
