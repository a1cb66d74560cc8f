import { KubedrillError } from "./errors.ts";
import type { Member } from "./fleet-member.ts";
import { type Patience, withRetry } from "./retry.ts";

/** A request on its way to one of several servers. */
export interface Parcel<Connection, Request> {
  readonly request: Request;
  /** Chooses the server. @param need number of parcels of the round that stay together */
  route(need: number): Member<Connection>;
  /** Name of those that stay together; undefined: this one is alone. */
  readonly group?: string;
  /** Records that it was answered. @returns false if it is to be sent elsewhere */
  accept(member: Member<Connection>): boolean;
  /** Tells that it may be sent elsewhere. @param isFull true: the server has no slot for it; false: it did not answer */
  move(member: Member<Connection>, isFull: boolean): boolean;
}

/** An answer, or the failure of a request. */
export type Outcome<Reply> = Reply | KubedrillError;

interface Round<Connection, Request, Reply> {
  /** Sends requests to a server. */
  readonly send: (connection: Connection, requests: readonly Request[], member: Member<Connection>) => Promise<readonly Outcome<Reply>[]>;
  /** Looks at the servers again if it is time. */
  readonly refresh: () => Promise<void>;
  readonly markAway: (member: Member<Connection>) => void;
  readonly patience: Patience;
}

/** Sends requests to their servers at once, and again as the protocol allows, until each has its answer; returns them in order. */
export const dispatch = async <Connection, Request, Reply>(
  parcels: readonly Parcel<Connection, Request>[],
  round: Round<Connection, Request, Reply>,
): Promise<readonly Outcome<Reply>[]> => {
  const answers = new Map<number, Outcome<Reply>>();
  await round.refresh(); // what was never reached is not waited for
  const attempt = async (): Promise<void> => {
    for (let waiting = waitingOf(parcels, answers), moves = 0; waiting.length > 0 && moves <= MOVES_MAX; moves++) {
      await round.refresh();
      const failed = await sendRound(parcels, waiting, answers, round);
      for (const [index, error] of failed) answers.set(index, error);
      waiting = waitingOf(parcels, answers);
    }
    const passing = [...answers].filter(([, answer]) => isPassing(answer));
    for (const [index] of passing) answers.delete(index);
    const [first] = passing;
    lastFailures = new Map(passing);
    if (first !== undefined) throw first[1];
  };
  let lastFailures = new Map<number, Outcome<Reply>>();
  await withRetry(attempt, round.patience).catch((cause) => {
    if (!(cause instanceof KubedrillError)) throw cause;
    for (const [index, failure] of lastFailures) answers.set(index, lossOf(parcels[index]!) ?? failure);
  });
  return parcels.map((_, index) => answers.get(index) ?? overdue());
};

/** Finds out that the server of an episode has been away for too long meanwhile. */
const lossOf = ({ route }: Parcel<unknown, unknown>): KubedrillError | undefined => {
  try {
    route(1);
    return undefined;
  } catch (cause) {
    return cause instanceof KubedrillError && cause.reason === "SLOT_LOST" ? cause : undefined;
  }
};

/** Number of times that a batch is sent elsewhere without a pause. */
const MOVES_MAX = 64;

const waitingOf = (parcels: readonly unknown[], answers: ReadonlyMap<number, unknown>): readonly number[] =>
  parcels.map((_, index) => index).filter((index) => !answers.has(index));

const isPassing = (answer: unknown): answer is KubedrillError =>
  answer instanceof KubedrillError && answer.retryable && answer.reason !== "POOL_FULL";

/** Sends what waits, and records the answers. @returns failures */
const sendRound = async <Connection, Request, Reply>(
  parcels: readonly Parcel<Connection, Request>[],
  waiting: readonly number[],
  answers: Map<number, Outcome<Reply>>,
  { send, markAway }: Round<Connection, Request, Reply>,
): Promise<readonly (readonly [number, KubedrillError])[]> => {
  const { plan, failed } = planRound(parcels, waiting);
  const take = (member: Member<Connection>, index: number, answer: Outcome<Reply>): void => {
    const parcel = parcels[index]!;
    if (!(answer instanceof KubedrillError)) {
      member.awaySinceMs = undefined;
      if (parcel.accept(member)) answers.set(index, answer);
      return;
    }
    const isAway = answer.code === "UNAVAILABLE" && GOING.has(answer.reason);
    const isFull = answer.reason === "POOL_FULL";
    if (isAway) markAway(member);
    if (!((isAway || isFull) && parcel.move(member, isFull))) failed.push([index, answer]);
  };
  await Promise.all(
    [...plan].map(async ([member, indexes]) => {
      const requests = indexes.map((index) => parcels[index]!.request);
      const own = await send(member.connection!, requests, member);
      for (const [at, index] of indexes.entries()) take(member, index, own[at]!);
    }),
  );
  return failed;
};

/** Reasons of a server that is not there, or soon will not be. */
const GOING: ReadonlySet<string> = new Set(["", "DRAINING"]);

const planRound = <Connection>(parcels: readonly Parcel<Connection, unknown>[], waiting: readonly number[]) => {
  const plan = new Map<Member<Connection>, number[]>();
  const failed: (readonly [number, KubedrillError])[] = [];
  for (const index of waiting) {
    const { group, route } = parcels[index]!;
    const need = group === undefined ? 1 : waiting.filter((other) => parcels[other]!.group === group).length;
    try {
      const member = route(need);
      if (member.connection === undefined) failed.push([index, away(member)]);
      else plan.set(member, [...(plan.get(member) ?? []), index]);
    } catch (cause) {
      if (!(cause instanceof KubedrillError)) throw cause;
      failed.push([index, cause]);
    }
  }
  return { plan, failed };
};

const away = ({ address }: Member<unknown>): KubedrillError =>
  new KubedrillError(`the server that was at ${address} is away, and another one answers there`, { code: "UNAVAILABLE" });

const overdue = (): KubedrillError => new KubedrillError("the call found no server in time", { code: "UNAVAILABLE" });
