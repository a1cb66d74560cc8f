import type { Rng } from "#core/rng.ts";
import { type Baseline, ownObjects } from "#kube/app/baseline.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Secret } from "#kube/types/storage.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { keepsOldPods } from "#kube/verbs/recreate-workload.ts";
import { secretValue } from "./belongings.ts";
import { MARKS, NEW_MARKS, stampAll } from "./marks.ts";
import { type Operation, pickOperation } from "./operation.ts";
import type { DatedWrite } from "./ordinary-write.ts";
import { instantIn, isKept, planEdits, type Span, workersOf } from "./plan-edits.ts";
import { datedWork, drawRecentWork } from "./recent-work.ts";
import { restartWrite } from "./roll-outs.ts";
import { SETTINGS } from "./settings.ts";

/** What the ordinary work around an injection is drawn for. */
export interface SurroundingsRequest {
  readonly baseline: Baseline;
  readonly nowMs: number;
  /** Longest time that may pass between the injection and the episode's start, ms. */
  readonly latestMs: number;
  /** Longest time that may pass between now and the injection, ms; missing: as long as is drawn. */
  readonly leadMaxMs?: number | undefined;
  /** Time that is to pass between them, ms, at least 1,000; missing: drawn. */
  readonly latenessMs?: number | undefined;
  /** Names of components that must not be rolled: what a fault does to those who start anew is the fault's to show. */
  readonly spared: ReadonlySet<string>;
  /** Objects that the faults write, as `service/geo`; `node/*` for all nodes. */
  readonly written: ReadonlySet<string>;
  /** True: the episode starts within a minute, before most alerts fire. Missing: some minutes pass. */
  readonly isEarly?: boolean;
  /** Names of workloads whose specs are no longer the baseline's, where others roll out and scale in the last minutes. Missing: one is restarted. */
  readonly changed?: ReadonlySet<string>;
  readonly rng: Rng;
}

/** The ordinary work around an injection. */
export interface Surroundings {
  /** Writes before the injection, and the time of the injection. */
  readonly before: readonly DatedWrite[];
  readonly injectAtMs: number;
  /** Writes right after the injection's own, by whoever makes it. */
  readonly beside: readonly DatedWrite[];
  /** Time that passes between the injection and the episode's start, ms. */
  readonly latenessMs: number;
  /** Writes after it, for a given instant of the injection's end. */
  after(injectedMs: number): readonly DatedWrite[];
}

/**
 * Plans what others do to an app before and after a fault comes into it: a pure function of the baseline and the stream.
 *
 * In the span around the injection, at any place of which it can lie, each object of the kinds that faults are in is edited once:
 * those that a fault writes by the fault. Near the end everything whose status the control plane writes is stamped, so that the
 * newest write is nobody's symptom, and nearly always there is a younger pod than the fault's.
 */
export const planSurroundings = (request: SurroundingsRequest): Surroundings => {
  const { baseline, nowMs, latestMs, spared, written, isEarly = false, changed, rng } = request;
  const kept = (resource: string) => ownObjects(baseline, resource).filter(isKept);
  const objects = MARKED.flatMap(kept);
  const operationsOn = ambientOperations(baseline);
  const drawn = drawSpan(rng.stream("span"), isEarly);
  const leadMs = Math.min(drawn.leadMs, request.leadMaxMs ?? Number.POSITIVE_INFINITY);
  const latenessMs = Math.min(latestMs, request.latenessMs ?? drawn.latenessMs);
  const injectAtMs = nowMs + leadMs;
  const lateMs = lateEditsMs(latenessMs, isEarly);
  const edits = planEdits({ baseline, written, rng: rng.stream("edits"), share: { numerator: leadMs, denominator: leadMs + lateMs } });
  const beside = edits.beside(injectAtMs);
  const work =
    changed === undefined ? [] : drawRecentWork({ baseline, spared, written, changed, isHurried: isEarly, rng: rng.stream("recent work") });
  const recent = datedWork(work, rng.stream("recent times"), { nowMs, injectAtMs, latenessMs, lateMs });
  const first = { fromMs: nowMs, untilMs: injectAtMs };
  return {
    before: [
      ...edits.early(first),
      ...drawMarks(objects, rng.stream("before"), { ...first, operationsOn, count: rng.int(0, 2) }),
      ...beside.before,
      ...recent.before,
    ],
    injectAtMs,
    beside: beside.after,
    latenessMs,
    after: (injectedMs) => {
      const startMs = injectedMs + latenessMs;
      const second = { fromMs: injectedMs, untilMs: startMs };
      const last = { operationsOn: () => NEW_MARKS, fromMs: startMs - LAST_MS, untilMs: startMs - 1000 };
      return [
        ...(changed === undefined ? drawRoll(baseline, spared, rng.stream("roll"), injectedMs, latenessMs) : recent.after(injectedMs)),
        ...edits.late({ fromMs: injectedMs, untilMs: injectedMs + lateMs }),
        // Late where others are rolled out after the fault, so that theirs are trimmed too.
        trimWrite(baseline, changed === undefined ? injectedMs + 1000 : startMs - TRIM_MS),
        ...drawMarks(objects, rng.stream("after"), { ...second, operationsOn, count: rng.int(1, 2) }),
        ...drawStamps([...STAMPED.flatMap(kept), ...workersOf(baseline)], rng.stream("stamps"), {
          fromMs: startMs - STAMPS_MS,
          untilMs: startMs - LAST_MS,
        }),
        ...drawMarks(objects, rng.stream("last"), { ...last, count: rng.int(1, 2) }),
      ];
    },
  };
};

/**
 * Length of the span after the injection in which objects are edited, ms.
 *
 * The share of edits before the injection is that of this span, and not of all the time until the start: else a fault's
 * object would be the one that was written longest ago more often than by chance.
 */
const lateEditsMs = (latenessMs: number, isEarly: boolean): number =>
  Math.max(1000, latenessMs - 1000 * (isEarly ? EARLY_LATENESS_MIN_S - LEAD_MIN_S : LATENESS_MIN_S));

/** Span at the end in which somebody always writes something, ms. */
const LAST_MS = 6_000;

/** Span before the end from which on stamps are made, ms. */
const STAMPS_MS = 16_000;

/** Time before the start at which old revisions are cleaned up, ms: after the last of the work. */
const TRIM_MS = 8_000;

/** Span at the end in which nothing is rolled, ms. */
const TAIL_MS = 50_000;

/** Draws a span, short ones more often than long ones, and the injection's place in it. */
const drawSpan = (rng: Rng, isEarly: boolean): { readonly leadMs: number; readonly latenessMs: number } => {
  const [least, most] = isEarly ? EARLY_SPAN_S : rng.pick(SPANS_S);
  const latenessMinS = isEarly ? EARLY_LATENESS_MIN_S : LATENESS_MIN_S;
  const spanS = rng.int(least, most);
  const leadS = rng.int(LEAD_MIN_S, spanS - latenessMinS);
  return { leadMs: leadS * 1000, latenessMs: (spanS - leadS) * 1000 };
};

const LEAD_MIN_S = 10;
const LATENESS_MIN_S = 120;

const SPANS_S: readonly (readonly [least: number, most: number])[] = [
  [240, 480],
  [240, 600],
  [420, 900],
  [600, 1500],
];

/** Alerts wait for a minute, after a minute in which the rules are evaluated once. */
const EARLY_SPAN_S: readonly [least: number, most: number] = [40, 75];
const EARLY_LATENESS_MIN_S = 20;

/** Resources on whose objects people leave marks. */
const MARKED: readonly string[] = [
  "deployments.apps",
  "statefulsets.apps",
  "services",
  "configmaps",
  "secrets",
  "networkpolicies.networking.k8s.io",
  "poddisruptionbudgets.policy",
  "cronjobs.batch",
];

/** Resources whose status tells the control plane's writes from those of people. */
const STAMPED: readonly string[] = ["deployments.apps", "statefulsets.apps"];

/** Whoever cleans up leaves as many old revisions as there were, and one to go back to. */
const trimWrite = (baseline: Baseline, atMs: number): DatedWrite => {
  const keep: Record<string, number> = {};
  for (const { metadata } of ownObjects(baseline, "replicasets.apps"))
    for (const { name } of metadata.ownerReferences ?? []) keep[name] = (keep[name] ?? 0) + 1;
  return {
    atMs,
    write: { verb: "trim-histories", keep: Object.fromEntries(Object.entries(keep).map(([name, count]) => [name, Math.max(2, count)])) },
  };
};

const drawStamps = (objects: readonly KubeObject[], rng: Rng, span: Span): readonly DatedWrite[] =>
  stampAll(objects, rng, rng.pick(STAMPING_MANAGERS), () => rng.int(span.fromMs, span.untilMs));

const STAMPING_MANAGERS: readonly string[] = ["argocd-controller", "kustomize-controller", "kubectl-annotate"];

interface MarkSpan extends Span {
  readonly count: number;
  readonly operationsOn: (object: KubeObject) => readonly Operation[];
}

/** Marks, and here and there a setting or a rotated key, on objects drawn with equal chances. */
const drawMarks = (objects: readonly KubeObject[], rng: Rng, { count, fromMs, untilMs, operationsOn }: MarkSpan): readonly DatedWrite[] =>
  Array.from({ length: objects.length === 0 ? 0 : count }).flatMap((_, index) => {
    const own = rng.stream(`${index}`);
    const object = own.pick(objects);
    const atMs = instantIn(own, { fromMs, untilMs });
    return pickOperation(operationsOn(object), object, own)?.writes(object, own, atMs) ?? [];
  });

const ROTATIONS: readonly Operation[] = [
  {
    id: "rotate",
    weight: 8,
    writes: ({ metadata: { name }, ...object }, rng, atMs) => {
      const keys = Object.keys((object as Secret).data ?? {});
      const patch = { data: Object.fromEntries(keys.map((key) => [key, secretValue(rng)])) };
      return [{ atMs, write: { verb: "patch", resource: "secrets", name, patchType: "merge", patch, manager: "kubectl-patch" } }];
    },
  },
];

/** Settings that take time to be taken back are left out: the fault might show in between. */
const QUICK_SETTINGS = SETTINGS.filter(({ lastsMs }) => lastsMs === undefined);

/** Operations by kind, where there are others than marks. */
const AMBIENT: Readonly<Record<string, readonly Operation[]>> = {
  Deployment: [...MARKS, ...QUICK_SETTINGS],
  Secret: [...MARKS, ...ROTATIONS],
};

/** Operations by the object; a Secret that the app reads is not rotated, since its database would not follow. */
const ambientOperations = (baseline: Baseline): MarkSpan["operationsOn"] => {
  const read = new Set(STAMPED.flatMap((resource) => ownObjects(baseline, resource) as readonly Deployment[]).flatMap(secretsOf));
  return ({ kind, metadata }) => (kind === "Secret" && read.has(metadata.name) ? MARKS : (AMBIENT[kind] ?? MARKS));
};

/** Names of the Secrets that a workload's containers read. */
const secretsOf = ({ spec }: Deployment): readonly (string | undefined)[] => {
  const { containers, initContainers = [], volumes = [] } = spec.template.spec;
  return [
    ...volumes.map(({ secret }) => secret?.secretName),
    ...[...containers, ...initContainers].flatMap(({ env = [], envFrom = [] }) => [
      ...env.map(({ valueFrom }) => valueFrom?.secretKeyRef?.name),
      ...envFrom.map(({ secretRef }) => secretRef?.name),
    ]),
  ];
};

/** A restart of one Deployment that goes without a gap. */
const drawRoll = (
  baseline: Baseline,
  spared: ReadonlySet<string>,
  rng: Rng,
  injectedMs: number,
  latenessMs: number,
): readonly DatedWrite[] => {
  const candidates = (ownObjects(baseline, "deployments.apps") as readonly Deployment[]).filter(
    (deployment) => !spared.has(deployment.metadata.name) && keepsOldPods(deployment),
  );
  const roomMs = latenessMs - 2 * TAIL_MS;
  if (candidates.length === 0 || roomMs < 0 || rng.int(1, candidates.length) === 1) return [];
  // A cache that starts anew fills for minutes, which costs as much as two other restarts.
  const caches = new Set(baseline.app.components.filter(({ role }) => role === "cache").map(({ name }) => name));
  const quick = candidates.filter(({ metadata }) => !caches.has(metadata.name));
  const { name } = rng.pick(quick.length < QUICK_MIN ? candidates : quick).metadata;
  return [restartWrite(name, injectedMs + rng.int(1, Math.floor(roomMs / 1000) + 1) * 1000)];
};

/** With fewer to choose from, the choice would be known. */
const QUICK_MIN = 3;
