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
  late(span: Span): readonly DatedWrite[];
}

/** Plans one edit, before or after the injection, for each object that no fault writes; all workers are gone through at once. */
export const planEdits = ({ baseline, written, share, rng }: EditsRequest): Edits => {
  const groups = [
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
  const draw = (isEarly: boolean, span: Span): readonly DatedWrite[] =>
    groups.flatMap(({ ref, writes }) => {
      const own = rng.stream(ref);
      const session = rng.stream(`session ${own.int(1, SESSIONS)}`);
      return session.chance(share) === isEarly ? writes(own, instantIn(session, span)) : [];
    });
  return { early: (span) => draw(true, span), late: (span) => draw(false, span) };
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
