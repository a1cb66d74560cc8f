import type { EpisodeLimits, EpisodeOptions } from "#env/host/episode-protocol.ts";

/** Options of a reset as asked for, all of them, by names in snake case; what is absent was left to the task. */
export type RecordedOptions = SnakeMembers<Omit<EpisodeOptions, "limits">> & {
  /** Parameters of the task: targets, rights, … */
  readonly params: Readonly<Record<string, readonly string[]>>;
  readonly limits: RecordedLimits;
};

/** Limits by names in snake case; one without a bound is absent. */
export type RecordedLimits = Readonly<Record<string, number>>;

type SnakeMembers<Members> = { readonly [Name in keyof Members as Snake<Name & string>]: Members[Name] };

type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? "" : "_"}${Lowercase<Head>}${Snake<Tail>}`
  : "";

/** Writes options as they are recorded. */
export const recordOptions = ({ limits, ...options }: EpisodeOptions, params: RecordedOptions["params"]): RecordedOptions =>
  ({ params, limits: recordLimits(limits), ...renamed(options, toSnake) }) as RecordedOptions;

/** Reads recorded options. */
export const readOptions = ({ params: _, limits, ...options }: RecordedOptions): EpisodeOptions =>
  ({ limits: readLimits(limits), ...renamed(options, toCamel) }) as EpisodeOptions;

/** Writes limits as they are recorded. */
export const recordLimits = (limits: Partial<EpisodeLimits>): RecordedLimits => renamed(limits, toSnake) as RecordedLimits;

/** Reads recorded limits. */
export const readLimits = (limits: RecordedLimits): Partial<EpisodeLimits> => renamed(limits, toCamel);

/** An object with other names; what is undefined or null, a limit without a bound, is left out. */
const renamed = (members: object, rename: (name: string) => string): object =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[rename(name), value]])),
  );

const toSnake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const toCamel = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
