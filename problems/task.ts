import { digestJson, shortDigest } from "#core/digest.ts";
import type { FaultScope, Injector, Target } from "#injectors/injector.ts";
import type { Fixture } from "#kube/app/fixtures/fixture.ts";
import type { Pair, ProblemKind } from "./problem.ts";
import { formatTaskUri, type TaskUri } from "./task-uri.ts";

/** A resolved fault of a task: the injector, its target, and its pinned parameters. */
export interface TaskFault {
  readonly injector: Injector;
  /** Fixtures that the slot must have for it. */
  readonly fixtures: readonly Fixture[];
  /** The one target that the URI names, or all that the seed may choose from. */
  readonly candidates: readonly Target[];
  readonly pinned: Readonly<Record<string, string>>;
}

/** A variant that a task may be played in. */
export interface TaskVariant {
  readonly id: string;
  /** Returns the name here of an object of the published form, both as `kind/name`; undefined when it is not here. */
  nameOf(published: string): string | undefined;
  /** Returns the value here of a parameter that is written in the words of the published form; undefined when it cannot be said here. */
  translate(published: string): string | undefined;
}

/** A playable task: every name resolved. Parts that are not pinned are drawn from the episode's seed. */
export interface Task {
  readonly uri: string;
  readonly digest: string;
  readonly app: string;
  readonly kind: ProblemKind;
  readonly faults: readonly TaskFault[];
  /** Ids separated by commas, or `none`; undefined: the episode's seed draws. The same for decoys. */
  readonly noise: string | undefined;
  readonly decoys: string | undefined;
  /** `none`: there are no twins, and no fixtures but those that its faults need; undefined: the episode's seed draws. */
  readonly twins: "none" | undefined;
  readonly rights: "cluster" | "namespace";
  /** The variants of the app that the seed draws from; all names in a task are those of the published form. */
  readonly variants: readonly TaskVariant[];
  /** The variant for a task whose targets none of these has; missing: there is none. */
  readonly spare?: TaskVariant;
  /** The widest scope of its faults and their fixtures. */
  readonly scope: FaultScope;
  /** Time of the world between the first symptoms and the agent's first observation, ms; missing: the seed draws it. */
  readonly leadMs?: number;
}

/** The resolved parts of a task. */
export interface TaskParts {
  readonly parsed: TaskUri;
  readonly kind: ProblemKind;
  readonly faults: readonly TaskFault[];
  /** Digest of the app's chart, on which a task's meaning depends too. */
  readonly chartDigest: string;
}

/** Builds the task URI of fault-target pairs, without digest; one fault in several places is named once. */
export const taskUriOf = (app: string, pairs: readonly Pair[]): TaskUri => ({
  app,
  problem:
    pairs.length === 0
      ? "healthy"
      : (isOneFault(pairs.map(({ faultId }) => faultId)) ? pairs.slice(0, 1) : pairs).map(({ faultId }) => faultId).join("+"),
  targets: pairs.map(({ target }) => target),
  pinned: {},
});

/** True for one fault in several places. */
export const isOneFault = (ids: readonly string[]): boolean => ids.length > 1 && new Set(ids).size === 1;

/** Creates a task from its resolved parts, all but its variants, with the digest of everything that its meaning depends on. */
export const createTask = ({ parsed, kind, faults, chartDigest }: TaskParts): Omit<Task, "variants"> => {
  const meaning = {
    app: parsed.app,
    chart: chartDigest,
    faults: faults.map(({ injector, fixtures, candidates, pinned }) => ({
      id: injector.id,
      version: injector.version,
      ...(fixtures.length > 0 && { fixtures: fixtures.map(({ id, version }) => `${id} ${version}`) }),
      targets: candidates.map(({ resource }) => resource),
      params: pinned,
    })),
    timing: "con",
    noise: parsed.noise ?? "drawn",
    decoys: parsed.decoys ?? "drawn",
    twins: parsed.twins ?? "drawn",
    ...(parsed.variant === undefined ? {} : { variant: parsed.variant }),
    oracle: ORACLE_VERSION,
  };
  const { digest: _asked, ...open } = parsed;
  return {
    uri: formatTaskUri(open),
    digest: shortDigest(digestJson(meaning)),
    app: parsed.app,
    kind,
    faults,
    noise: parsed.noise,
    decoys: parsed.decoys,
    twins: parsed.twins,
    rights: parsed.rights ?? "cluster",
    scope:
      SCOPES.find((scope) => faults.some(({ injector, fixtures }) => [injector, ...fixtures].some((part) => part.scope === scope))) ??
      "namespace",
  };
};

/** Scopes, widest first. */
const SCOPES: readonly FaultScope[] = ["host", "cluster", "namespace"];

/** Version of the standing conditions and of the grading of ends, raised when their meaning changes. */
const ORACLE_VERSION = 1;
