import type { Ratio, Rng } from "#core/rng.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import { workersAmong } from "#kube/listings/list-nodes.ts";
import { formatObjectRef } from "#kube/objects/object-ref.ts";
import type { Node } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import { ORDINARY_MANAGERS } from "./act-as.ts";
import { drawEdit } from "./edits.ts";
import { stampAll } from "./marks.ts";
import type { DatedWrite } from "./ordinary-write.ts";

/** A span of time, ms since the Unix epoch. */
export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** What the edits around an injection are drawn for. */
export interface EditsRequest {
  readonly baseline: Baseline;
  /** Objects that the faults write, as `service/geo`; `node/*` for all nodes. */
  readonly written: ReadonlySet<string>;
  /** Share of them before the injection. */
  readonly share: Ratio;
  readonly rng: Rng;
}

/** The edits around an injection, by the part of the time in which they are made. */
export interface Edits {
  early(span: Span): readonly DatedWrite[];
  /** Those of whoever makes the faults, at the instant of the injection: before the faults' own writes, and after them. */
  beside(atMs: number): { readonly before: readonly DatedWrite[]; readonly after: readonly DatedWrite[] };
  late(span: Span): readonly DatedWrite[];
}

/**
 * Plans one edit for each object that no fault writes; all workers are gone through at once.
 *
 * The faults are a part of one person's work, at a place of it like any other: else a fault's object would be the only one that
 * was written in its second, and be known by it.
 */
export const planEdits = ({ baseline, written, share, rng }: EditsRequest): Edits => {
  const edits = [
    ...EDITED.flatMap((resource) =>
      ownObjects(baseline, resource)
        .filter(isKept)
        .map((object) => ({
          ref: formatObjectRef({ resource, name: object.metadata.name }),
          writes: (own: Rng, atMs: number) => drawEdit(object, own, atMs),
        })),
    ),
    { ref: "node/*", writes: (own: Rng, atMs: number) => stampAll(workersOf(baseline), own, own.pick(ORDINARY_MANAGERS), () => atMs) },
  ].filter(({ ref }) => !written.has(ref));
  const maker = rng.stream("maker").int(1, SESSIONS);
  const drawn = rng
    .stream("order")
    .shuffle(edits)
    .map(({ ref, writes }) => ({
      session: rng.stream(`person of ${ref}`).int(1, SESSIONS),
      writesAt: (atMs: number) => writes(rng.stream(ref), atMs),
    }));
  const draw = (isEarly: boolean, span: Span): readonly DatedWrite[] =>
    drawn.flatMap(({ session, writesAt }) => {
      const person = rng.stream(`session ${session}`);
      return session !== maker && person.chance(share) === isEarly ? writesAt(instantIn(person, span)) : [];
    });
  return {
    early: (span) => draw(true, span),
    beside: (atMs) => {
      const own = drawn.filter(({ session }) => session === maker);
      const place = rng.stream("place").int(0, own.length);
      return {
        before: own.slice(0, place).flatMap(({ writesAt }) => writesAt(atMs)),
        after: own.slice(place).flatMap(({ writesAt }) => writesAt(atMs)),
      };
    },
    late: (span) => draw(false, span),
  };
};

/** Number of people who work on the app: what one of them changes is changed at once, which costs less than one by one. */
const SESSIONS = 6;

/** Resources whose objects faults are in. */
const EDITED: readonly string[] = ["deployments.apps", "statefulsets.apps", "services", "configmaps", "networkpolicies.networking.k8s.io"];

/** True for an object that nobody but people and programs of the app change. */
export const isKept = ({ metadata: { name, ownerReferences } }: KubeObject): boolean =>
  name !== "kube-root-ca.crt" && ownerReferences === undefined;

/** The workers of a slot that has nodes of its own. */
export const workersOf = ({ extent, objects }: Baseline): readonly Node[] =>
  extent === "cluster" ? workersAmong((objects["nodes"] ?? []) as readonly Node[]) : [];

/** A whole second of a span. */
export const instantIn = (rng: Rng, { fromMs, untilMs }: Span): number =>
  rng.int(Math.ceil(fromMs / 1000), Math.floor(untilMs / 1000)) * 1000;
