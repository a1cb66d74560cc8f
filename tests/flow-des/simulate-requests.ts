import { createRng, type Rng } from "#core/rng.ts";
import { EventQueue } from "./event-queue.ts";
import { type Call, CLIENT_TIMEOUT_MS, HOP_MS, type Service, type Topology } from "./topology.ts";

/** Requests of clients that were sent in a span of time, as they ended. */
export interface Observed {
  readonly sent: number;
  readonly failed: number;
  /** Latencies of those that succeeded, ms, ascending. */
  readonly latenciesMs: readonly number[];
}

interface Run {
  readonly seed: string;
  /** Requests that are sent from the first to before the second instant are observed, ms from the start. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Requests per second from an instant on, in order; missing: the topology's. */
  readonly load?: readonly { readonly fromMs: number; readonly rps: number }[];
}

/**
 * Plays every request of a topology on its own: arrivals, queues, workers, timeouts and retries.
 *
 * It is written from the facts of queueing and knows nothing of the flow model, which it judges.
 */
export const simulateRequests = (topology: Topology, { seed, fromMs, toMs, load = [{ fromMs: 0, rps: topology.rps }] }: Run): Observed => {
  const rng = createRng(seed);
  const events = new EventQueue();
  const clock = { nowMs: 0 };
  const sim: Sim = { rng: rng.stream("service"), events, clock, stations: new Map() };
  for (const service of topology.services) sim.stations.set(service.name, createStation(service));
  const [entry] = topology.services;
  const latenciesMs: number[] = [];
  const count = { sent: 0, failed: 0 };
  const arrivals = rng.stream("arrivals");
  const arrive = (): void => {
    const sentMs = clock.nowMs;
    const isSeen = sentMs >= fromMs && sentMs < toMs;
    if (isSeen) count.sent++;
    attempt(sim, { to: (entry as Service).name, timeoutMs: CLIENT_TIMEOUT_MS }, (ok) => {
      if (!isSeen) return;
      if (ok) latenciesMs.push(clock.nowMs - sentMs);
      else count.failed++;
    });
    const { rps } = load.findLast((phase) => phase.fromMs <= sentMs) ?? { rps: topology.rps };
    const nextMs = sentMs - (Math.log(1 - arrivals.fraction()) * 1000) / rps;
    if (nextMs < toMs + CLIENT_TIMEOUT_MS) events.plan(nextMs, arrive);
  };
  events.plan(0, arrive);
  // What is sent at the end has its answer, or none, when the patience of its client ends.
  for (let event = events.next(); event !== undefined && event.atMs <= toMs + CLIENT_TIMEOUT_MS; event = events.next()) {
    clock.nowMs = event.atMs;
    event.run();
  }
  return { ...count, latenciesMs: latenciesMs.sort((a, b) => a - b) };
};

interface Sim {
  readonly rng: Rng;
  readonly events: EventQueue;
  readonly clock: { nowMs: number };
  readonly stations: Map<string, Station>;
}

interface Station {
  readonly service: Service;
  readonly mu: number;
  readonly sigma: number;
  busy: number;
  readonly waiting: Fifo<() => void>;
  /** Retries that each call may still make, by the budget. */
  readonly tokens: Map<Call, number>;
  /** Connections in use, and those who wait for one, by call. */
  readonly pools: Map<Call, { busy: number; readonly waiting: Fifo<() => void> }>;
}

type Answer = (ok: boolean) => void;

const createStation = (service: Service): Station => ({
  service,
  mu: Math.log(service.medianMs),
  sigma: Math.log(service.p99Ms / service.medianMs) / 2.3263478740408408,
  busy: 0,
  waiting: new Fifo(),
  tokens: new Map(),
  pools: new Map(),
});

/** One attempt: the way there, the work, and the way back, for as long as the caller waits. */
const attempt = (sim: Sim, { to, timeoutMs }: Call, answer: Answer): void => {
  const { events, clock } = sim;
  let isOver = false;
  const end: Answer = (ok) => {
    if (isOver) return;
    isOver = true;
    answer(ok);
  };
  if (timeoutMs !== undefined) events.plan(clock.nowMs + timeoutMs, () => end(false));
  events.plan(clock.nowMs + HOP_MS / 2, () =>
    enter(sim, sim.stations.get(to) as Station, (ok) => events.plan(clock.nowMs + HOP_MS / 2, () => end(ok))),
  );
};

const enter = (sim: Sim, station: Station, answer: Answer): void => {
  const begin = (): void => {
    station.busy++;
    work(sim, station, (ok) => {
      station.busy--;
      station.waiting.take()?.();
      answer(ok);
    });
  };
  if (station.busy < station.service.workers) begin();
  else if (station.waiting.length < station.service.queue) station.waiting.put(begin);
};

const work = (sim: Sim, station: Station, answer: Answer): void => {
  const ownMs = Math.exp(station.mu + station.sigma * normal(sim.rng));
  sim.events.plan(sim.clock.nowMs + ownMs, () => callInTurn(sim, station, 0, answer));
};

const callInTurn = (sim: Sim, station: Station, index: number, answer: Answer): void => {
  const step = station.service.calls[index];
  if (step === undefined) return answer(true);
  const group = isGroup(step) ? step : [step];
  let open = group.length;
  let isOver = false;
  for (const call of group)
    callWithRetries(sim, station, { call, attemptsLeft: call.attempts ?? 1, backoffMs: call.backoffMs ?? 0 }, (ok) => {
      open--;
      if (isOver || (ok && open > 0)) return;
      isOver = true;
      if (ok) callInTurn(sim, station, index + 1, answer);
      else answer(false);
    });
};

const isGroup = (step: Call | readonly Call[]): step is readonly Call[] => Array.isArray(step);

interface Tries {
  readonly call: Call;
  readonly attemptsLeft: number;
  readonly backoffMs: number;
}

const callWithRetries = (sim: Sim, station: Station, { call, attemptsLeft, backoffMs }: Tries, answer: Answer): void => {
  if (attemptsLeft === (call.attempts ?? 1)) addTokens(station, call);
  connect(station, call, (release) =>
    attempt(sim, call, (ok) => {
      release();
      if (ok || attemptsLeft <= 1 || !takeToken(station, call)) return answer(ok);
      const next = { call, attemptsLeft: attemptsLeft - 1, backoffMs: backoffMs * (call.backoffMultiplier ?? 1) };
      sim.events.plan(sim.clock.nowMs + backoffMs, () => callWithRetries(sim, station, next, answer));
    }),
  );
};

/** Waits for a connection of the call's pool, which is held until it is released. */
const connect = ({ pools }: Station, call: Call, begin: (release: () => void) => void): void => {
  if (call.connections === undefined) return begin(() => {});
  const pool = pools.get(call) ?? { busy: 0, waiting: new Fifo<() => void>() };
  pools.set(call, pool);
  const enter = (): void => {
    pool.busy++;
    begin(() => {
      pool.busy--;
      pool.waiting.take()?.();
    });
  };
  if (pool.busy < call.connections) enter();
  else pool.waiting.put(enter);
};

const addTokens = ({ tokens }: Station, call: Call): void => {
  if (call.retryBudget !== undefined) tokens.set(call, Math.min(TOKENS_MAX, (tokens.get(call) ?? 0) + call.retryBudget));
};

const takeToken = ({ tokens }: Station, call: Call): boolean => {
  if (call.retryBudget === undefined) return true;
  const left = tokens.get(call) ?? 0;
  if (left >= 1) tokens.set(call, left - 1);
  return left >= 1;
};

/** Retries that may be saved up. */
const TOKENS_MAX = 10;

/** A draw of the standard normal distribution (Box and Muller). */
const normal = (rng: Rng): number => Math.sqrt(-2 * Math.log(1 - rng.fraction())) * Math.cos(2 * Math.PI * rng.fraction());

class Fifo<T> {
  #items: T[] = [];
  #head = 0;

  get length(): number {
    return this.#items.length - this.#head;
  }

  put(item: T): void {
    this.#items.push(item);
  }

  take(): T | undefined {
    const item = this.#items[this.#head];
    if (item === undefined) return undefined;
    this.#head++;
    if (this.#head > 1024 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}
