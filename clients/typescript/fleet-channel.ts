import type { ResetRequest } from "#proto/gen/kubedrill/v1/ResetRequest.ts";
import type { Addresses } from "./addresses.ts";
import type { BatchItem } from "./batch.ts";
import type { ServerCalls } from "./calls.ts";
import { type Channel, type ChannelOptions, createChannel } from "./channel.ts";
import { dispatch, type Outcome, type Parcel } from "./dispatch.ts";
import { errorFromStatus } from "./error-details.ts";
import { KubedrillError } from "./errors.ts";
import { Fleet, type PlacedReset } from "./fleet.ts";
import { createLooks } from "./fleet-looks.ts";
import type { Member } from "./fleet-member.ts";
import { createPatience } from "./retry.ts";

/** Options of a client of several servers. */
export interface FleetChannelOptions extends ChannelOptions {
  /** Time for which calls to a server that is away are repeated, ms. Missing: 60,000. */
  readonly retryBudgetMs?: number;
  /**
   * Treatment of the episodes of one of several servers that is away for longer. `wait`: calls fail with UNAVAILABLE until it is back;
   * `invalid`: they fail with SLOT_LOST from then on. Missing: `wait`.
   */
  readonly whenAway?: "wait" | "invalid";
}

/** A channel to several servers: each call goes where it belongs. */
export interface FleetChannel extends Channel {
  /** Returns the address of the server of an episode; undefined: it is lost, or of another client. */
  serverOf(episodeId: string): string | undefined;
}

type Call = (request: never) => Promise<object>;
type Sent = { readonly episodeId?: string };

/** Creates a channel to several servers; nothing is sent before the first call. */
export const createFleetChannel = (addresses: Addresses, options: FleetChannelOptions): FleetChannel => {
  const { retryBudgetMs: budgetMs = 60_000, whenAway = "wait" } = options;
  const { text, name } = addresses;
  const now = () => performance.now();
  const fleet = new Fleet<Channel>({ text, budgetMs, isLoss: whenAway === "invalid", isNamed: name !== undefined, now });
  const open = (address: string): Channel =>
    createChannel(address, { ...options, ...(name !== undefined && { certifiedName: name }) }, { budgetMs: 0, isReached: true });
  const looks = createLooks({ addresses, fleet, open, timeoutMs: options.timeoutMs ?? 300_000 });
  const round = {
    refresh: looks.refresh,
    markAway: (member: Member<Channel>) => fleet.markAway(member),
    patience: createPatience(text, budgetMs),
  };
  const callOf = (channel: Channel, method: string) => channel.calls[method as keyof ServerCalls] as unknown as Call;

  const single = (method: string) => async (request: Sent) => {
    const send = async (channel: Channel, requests: readonly Sent[], member: Member<Channel>) =>
      await Promise.all(requests.map((one) => caught(() => callOf(channel, method)(withoutStrange(one, member) as never))));
    const [answer] = await dispatch([parcelOf(fleet, method, request)], { ...round, send });
    if (answer === undefined || answer instanceof KubedrillError) throw answer;
    return answer;
  };
  const batch = (method: string, item: string) => async (request: { readonly items: readonly Sent[] }) => {
    const send = async (
      channel: Channel,
      items: readonly Sent[],
      member: Member<Channel>,
    ): Promise<readonly Outcome<BatchItem<object>>[]> => {
      const own = items.map((one) => withoutStrange(one, member));
      const reply = await caught(() => callOf(channel, method)({ items: own } as never));
      if (reply instanceof KubedrillError) return items.map(() => reply);
      const answers = (reply as { readonly items?: readonly BatchItem<object>[] }).items ?? [];
      return answers.map((answer) => (answer.status && !answer.response ? errorFromStatus(answer.status) : answer));
    };
    return {
      items: await dispatch(
        request.items.map((one) => parcelOf(fleet, item, one)),
        { ...round, send },
      ),
    };
  };
  /** Leaves out the episode that a reset replaces at another server, which is closed there. */
  const withoutStrange = (request: Sent, member: Member<Channel>): Sent => {
    const { replacesEpisodeId, ...others } = request as ResetRequest;
    if (replacesEpisodeId === undefined || fleet.homeOf(replacesEpisodeId) === member) return request;
    void caught(() => calls["close"]!({ episodeId: replacesEpisodeId } as never));
    return others as Sent;
  };
  const heartbeat = async ({ episodeIds }: { readonly episodeIds: readonly string[] }) => {
    const byHome = new Map<Member<Channel>, string[]>();
    for (const id of episodeIds) {
      const home = fleet.homeOf(id);
      if (home?.connection !== undefined && home.awaySinceMs === undefined) byHome.set(home, [...(byHome.get(home) ?? []), id]);
    }
    const replies = await Promise.all(
      [...byHome].map(([member, ids]) => caught(async () => await member.connection?.calls.heartbeat({ episodeIds: ids }))),
    );
    return { leases: replies.flatMap((reply) => (reply instanceof KubedrillError ? [] : (reply?.leases ?? []))) };
  };
  const calls: Readonly<Record<string, Call>> = {
    ...Object.fromEntries(SINGLE.map((method) => [method, single(method)])),
    resetBatch: batch("resetBatch", "reset"),
    stepBatch: batch("stepBatch", "step"),
    heartbeat,
  };
  return {
    calls: calls as unknown as ServerCalls,
    serverOf: (episodeId) => fleet.homeOf(episodeId)?.address,
    reached: looks.refresh,
    admitted: looks.refresh,
    repeat: (attempt) => attempt(),
    generate: async function* (request) {
      await looks.refresh();
      yield* fleet.routeAny({ task: JSON.stringify(request), seed: "" }).connection!.generate(request);
    },
    openStream: () => {
      const says = `a session is with one server, and ${text} stands for several; connect to the address of one, or use batches`;
      throw new KubedrillError(says, { code: "FAILED_PRECONDITION" });
    },
    close: looks.close,
  };
};

const SINGLE = [
  ...["getServerInfo", "getToolProfile", "listTasks", "sampleTasks", "reset", "step", "observe", "reward"],
  ...["getKubeconfig", "getAgentAccess", "close", "fork"],
];

/** Says where a request goes, by its method. */
const parcelOf = (fleet: Fleet<Channel>, method: string, request: Sent): Parcel<Channel, Sent> => {
  const { episodeId } = request;
  if (method === "reset") return resetParcel(fleet, request as ResetRequest);
  const route = () =>
    episodeId === undefined ? fleet.routeAny({ task: JSON.stringify(request), seed: "" }) : fleet.routeEpisode(episodeId);
  const accept = (member: Member<Channel>): boolean => {
    if (method === "close") fleet.forget(episodeId ?? "");
    if (method === "fork")
      for (const child of (request as { childEpisodeIds?: string[] }).childEpisodeIds ?? []) fleet.settle(child, member);
    return true;
  };
  return { request, route, accept, move: () => false };
};

const resetParcel = (fleet: Fleet<Channel>, request: ResetRequest): Parcel<Channel, Sent> => {
  const { episodeId = "", groupId = "" } = request;
  const taskUri = request.task?.taskUri ?? "";
  const seed = request.seed === undefined || request.seed === null ? "" : String(request.seed);
  const start = taskUri !== "" && seed !== "" ? { task: taskUri, seed } : { task: groupId || episodeId, seed: "" };
  const placed: Omit<PlacedReset, "start"> = { episodeId, groupId };
  return {
    request: request as Sent,
    ...(groupId !== "" && { group: groupId }),
    route: (need) => fleet.routeReset({ ...placed, start: { ...start, need } }),
    accept: (member) => {
      fleet.forget(request.replacesEpisodeId ?? "");
      return fleet.accept(placed, member);
    },
    move: (member, isFull) => fleet.move(placed, member, isFull),
  };
};

const caught = async <T>(run: () => Promise<T>): Promise<T | KubedrillError> => {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof KubedrillError) return cause;
    throw cause;
  }
};
