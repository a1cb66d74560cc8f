/** How patient a caller is with one service. */
export interface CallPolicy {
  /** Missing: it waits for as long as it takes. */
  readonly timeoutMs?: number;
  /** The first one included. */
  readonly attempts: number;
  readonly backoffMs: number;
}

/** One attempt, without a deadline. */
export const ONCE: CallPolicy = { attempts: 1, backoffMs: 0 };

/** search's patience with rate, from its environment; the code's own values are others than the chart's. */
export const ratePolicy = (env: Env): CallPolicy => ({
  timeoutMs: setting(env, "RATE_RPC_TIMEOUT_MS", 750),
  attempts: Math.round(setting(env, "RATE_RPC_MAX_ATTEMPTS", 3)),
  backoffMs: setting(env, "RATE_RPC_INITIAL_BACKOFF_MS", 50),
});

/** What rate allows its own back end: requests a second, and a queue before it. */
export const rateLimits = (env: Env): { readonly perS: number; readonly capacity: number } => ({
  perS: setting(env, "RATE_BACKEND_QPS_LIMIT", 20),
  capacity: setting(env, "RATE_QUEUE_CAPACITY", 256),
});

type Env = Readonly<Record<string, string>>;

const setting = (env: Env, name: string, fallback: number): number => Number(env[name] ?? fallback) || fallback;
