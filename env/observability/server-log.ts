import { destination, type Logger, pino } from "pino";

/** Log of the server: structured lines on standard error, without agents' observations and without secrets. */
export interface ServerLog {
  /** Logs one line per episode, when it is over. */
  episode(fields: EpisodeLine): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields, cause?: unknown): void;
  /** Logs a failure with its cause, which never crosses the wire. */
  error(event: string, fields?: LogFields, cause?: unknown): void;
}

export type LogFields = Readonly<Record<string, unknown>>;

/** Fields of an episode's line. */
export interface EpisodeLine {
  readonly episode_id: string;
  /** Public id of the task. */
  readonly task: string;
  /** Names the answer; written where the log names tasks. */
  readonly task_uri: string;
  readonly seed: string;
  /** Missing: no valid score exists. */
  readonly return?: number;
  readonly steps: number;
  readonly end_reason: string;
  readonly sample_valid: boolean;
  readonly success?: boolean;
  readonly wall_ms: number;
  readonly virtual_ms: number;
  readonly group_id?: string;
}

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** Creates the log; the only place that uses the logging library. @param options.namesTasks true: lines of episodes have the URIs of their tasks */
export const createServerLog = (level: LogLevel, { namesTasks = false }: { readonly namesTasks?: boolean } = {}): ServerLog =>
  wrap(pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination(2)), namesTasks);

/** A log that writes nothing, for tests and programs with a log of their own. */
export const SILENT_LOG: ServerLog = { episode: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const wrap = (logger: Logger, namesTasks: boolean): ServerLog => ({
  episode: ({ task_uri, ...fields }) => logger.info({ event: "episode", ...fields, ...(namesTasks && { task_uri }) }),
  info: (event, fields) => logger.info({ event, ...fields }),
  warn: (event, fields, cause) => logger.warn({ event, ...fields, ...describe(cause) }),
  error: (event, fields, cause) => logger.error({ event, ...fields, ...describe(cause) }),
});

const describe = (cause: unknown): LogFields =>
  cause === undefined ? {} : { err: cause instanceof Error ? cause : new Error(String(cause)) };
