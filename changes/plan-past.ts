import type { Rng } from "#core/rng.ts";
import type { AppRecord } from "#kube/app/app.ts";
import { workloadTarget } from "#kube/checks/fault-target.ts";
import { resourceOfKind } from "#kube/objects/resources.ts";
import type { Taint } from "#kube/types/cluster.ts";
import type { KubeObject } from "#kube/types/meta.ts";
import type { Deployment } from "#kube/types/workloads.ts";
import { drawBatchWork } from "./batch-work.ts";
import { type Belonging, drawBelongings, type Estate } from "./belongings.ts";
import { MARKS } from "./marks.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, type Operation, pickOperation } from "./operation.ts";
import type { DatedWrite } from "./ordinary-write.ts";
import { patchDeployment, ROLL_OUTS, restartSetWrite, restartWrite } from "./roll-outs.ts";
import { SETTINGS } from "./settings.ts";

/** What a past is derived from. */
export interface PastRequest {
  readonly app: AppRecord;
  /** The app's objects as they were installed. */
  readonly manifests: readonly KubeObject[];
  /** Names of the nodes that take pods. */
  readonly workers: readonly string[];
  /** Taint of the worker that is set apart. */
  readonly dedicated: Taint;
  /** Time at which the app runs, ms since the Unix epoch. */
  readonly fromMs: number;
  readonly rng: Rng;
}

/** The work of a week or two on an app, until the present. */
export interface Past {
  readonly writes: readonly DatedWrite[];
  readonly untilMs: number;
}

/**
 * Plans what people and programs did to an app since it was installed: a pure function of its manifests and the stream.
 *
 * At the end each workload has the template that it was installed with, but for variables and notes; what was wrong in
 * between is left in its revisions. The last quarter of an hour is quiet.
 */
export const planPast = ({ app, manifests, workers, dedicated, fromMs, rng }: PastRequest): Past => {
  const untilMs = fromMs + rng.int(9, 16) * DAY_MS + rng.int(0, 86_399) * 1000;
  const span: Span = { fromMs, untilMs };
  const deployments = manifests.filter((manifest): manifest is Deployment => manifest.kind === "Deployment");
  const estate: Estate = { namespace: app.namespace, components: app.components, deployments };
  const belongings = drawBelongings(estate, rng.stream("belongings"));
  const restarts = planLastDays(deployments, span, rng.stream("last days"));
  const objects = [...manifests, ...belongings.map(({ object }) => object)];
  return {
    untilMs,
    writes: [
      ...belongings.map((belonging) => createEarly(belonging, span, rng.stream(`create ${belonging.object.metadata.name}`))),
      ...planAllRollOuts(deployments, new Set(restarts.flatMap(({ write }) => ("name" in write ? write.name : []))), span, rng),
      ...manifests.filter(({ kind }) => kind === "StatefulSet").flatMap((set) => planSetRestarts(set, span, rng)),
      ...restarts,
      ...objects.flatMap((object) => planMarks(object, span, rng.stream(`mark ${object.kind} ${object.metadata.name}`))),
      ...drawBatchWork(estate, rng.stream("batch"), fromMs + DAY_MS, untilMs),
      ...planOutages(estate, span, rng.stream("outages")),
      ...planTaint(dedicated, workers, rng.stream("taint"), fromMs + HOUR_MS),
    ],
  };
};

interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** In the first third, so that there is time for what others do to it. */
const createEarly = ({ resource, object }: Belonging, span: Span, rng: Rng): DatedWrite => ({
  atMs: instantIn(rng, span.fromMs + HOUR_MS, span.fromMs + (span.untilMs - span.fromMs) / 3),
  write: { verb: "create", resource, object, manager: rng.pick(["kubectl-create", "kubectl-client-side-apply", "helm"]) },
});

/**
 * The roll-outs of all workloads. Where few are there, more of them go badly than chance has it: whoever undoes everything blindly must meet
 * a revision that does not work.
 */
const planAllRollOuts = (
  deployments: readonly Deployment[],
  restarted: ReadonlySet<string>,
  span: Span,
  rng: Rng,
): readonly DatedWrite[] => {
  const planned = deployments.map((deployment) => {
    const { name } = deployment.metadata;
    const plan = (rollOuts: readonly Operation[]) => planRollOuts(deployment, rollOuts, span, rng.stream(`roll ${name}`));
    return { name, plan, ...plan(ROLL_OUTS) };
  });
  const lasting = planned.filter(({ name }) => !restarted.has(name));
  const missing = Math.max(0, BAD_REVISIONS_MIN - lasting.filter(({ isBad }) => isBad).length);
  const worse = new Set(
    rng
      .stream("bad revisions")
      .shuffle(lasting.filter(({ isBad }) => !isBad))
      .slice(0, missing)
      .map(({ name }) => name),
  );
  return planned.flatMap(({ name, plan, writes }) =>
    worse.has(name) ? plan(ROLL_OUTS.filter(({ leavesBad }) => leavesBad)).writes : writes,
  );
};

/** Restarts of a StatefulSet, which go well: a revision that did not work would hold its pod until somebody deletes it. */
const planSetRestarts = ({ metadata: { name } }: KubeObject, { fromMs, untilMs }: Span, rng: Rng): readonly DatedWrite[] => {
  const own = rng.stream(`roll ${name}`);
  return Array.from({ length: own.int(1, 4) }, () => restartSetWrite(name, instantIn(own, fromMs + DAY_MS, untilMs - HOUR_MS)));
};

/** Workloads whose last revision but one does not work: two that faults are in, and one besides. */
const BAD_REVISIONS_MIN = 3;

/**
 * A workload's settings on the first day, then its roll-outs at distinct times.
 *
 * Its revisions go on from those that it had in the cluster that it was restored from: any number is as likely as the next one.
 */
const planRollOuts = (
  deployment: Deployment,
  rollOuts: readonly Operation[],
  { fromMs, untilMs }: Span,
  rng: Rng,
): { readonly writes: readonly DatedWrite[]; readonly isBad: boolean } => {
  const { name } = deployment.metadata;
  const rolls = rng.pick([1, 1, 1, 1, 1, 2]);
  const settings = rng.pick([0, 1, 2, 3, 5, 8]);
  const slotMs = (untilMs - fromMs - 2 * DAY_MS) / (rolls + settings + 1);
  const slots = rng.shuffle([
    ...Array<readonly Operation[]>(rolls).fill(rollOuts),
    ...Array<readonly Operation[]>(settings).fill(SETTINGS),
  ]);
  let isBad = false;
  const writes = [
    restoreWrite(name, rng.int(1, REVISIONS_MAX), fromMs + rng.int(1, 20) * MINUTE_MS),
    ...startingSettings(deployment, rng, fromMs + HOUR_MS),
    ...slots.flatMap((table, index) => {
      const beginMs = fromMs + DAY_MS + index * slotMs;
      const operation = pickOperation(table, deployment, rng);
      if (table === rollOuts) isBad = operation?.leavesBad === true;
      return operation?.writes(deployment, rng, instantIn(rng, beginMs, beginMs + slotMs / 2)) ?? [];
    }),
  ];
  return { writes, isBad };
};

/** Some keep few old revisions, and some let a pod go before its successor is there. */
const startingSettings = ({ metadata: { name }, spec }: Deployment, rng: Rng, atMs: number): readonly DatedWrite[] => [
  ...(rng.int(0, 4) < 2
    ? [patchDeployment(name, instantIn(rng, atMs, atMs + HOUR_MS), "kubectl-edit", { revisionHistoryLimit: rng.pick([1, 2, 3]) })]
    : []),
  ...(spec.strategy === undefined && rng.int(0, 1) === 0
    ? [
        patchDeployment(name, instantIn(rng, atMs, atMs + HOUR_MS), "kubectl-patch", {
          strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1 } },
        }),
      ]
    : []),
];

const restoreWrite = (name: string, revision: number, atMs: number): DatedWrite => ({
  atMs,
  write: { verb: "restore-revision", name, revision, manager: "velero" },
});

const REVISIONS_MAX = 40;

/** Restarts of the last day, the last of them within the hour, so that a young pod is nothing unusual. */
const planLastDays = (deployments: readonly Deployment[], { untilMs }: Span, rng: Rng): readonly DatedWrite[] =>
  rng
    .shuffle(deployments)
    .slice(0, Math.min(rng.int(2, 4), Math.ceil(deployments.length / RESTARTED_ONE_IN)))
    .map(({ metadata: { name } }, index) =>
      restartWrite(
        name,
        index === 0
          ? instantIn(rng, untilMs - 55 * MINUTE_MS, untilMs - 26 * MINUTE_MS)
          : instantIn(rng, untilMs - 22 * HOUR_MS, untilMs - HOUR_MS),
      ),
    );

/** At most one of so many workloads is restarted in the last day. */
const RESTARTED_ONE_IN = 3;

const planMarks = (object: KubeObject, { fromMs, untilMs }: Span, rng: Rng): readonly DatedWrite[] => {
  if (resourceOfKind(object.apiVersion, object.kind) === undefined) return [];
  const count = rng.pick([0, 0, 1, 1, 2, 3]);
  const firstMs = fromMs + (untilMs - fromMs) / 2;
  return Array.from({ length: count }, () =>
    pickOperation(MARKS, object, rng)?.writes(object, rng, instantIn(rng, firstMs, untilMs - MINUTE_MS)),
  ).flatMap((writes) => writes ?? []);
};

/** One worker is set apart; what ran there and does not tolerate it goes on running until it is replaced. */
const planTaint = (taint: Taint, workers: readonly string[], rng: Rng, atMs: number): readonly DatedWrite[] => {
  if (workers.length < 2) return [];
  const patch = { spec: { taints: [taint] } };
  return [
    { atMs, write: { verb: "patch", resource: "nodes", name: rng.pick(workers), patchType: "merge", patch, manager: "kubectl-taint" } },
  ];
};

/** Stores whose pod went away together with one of those who need it at their start: its container restarts until the store is back. */
const planOutages = ({ components }: Estate, { fromMs, untilMs }: Span, rng: Rng): readonly DatedWrite[] => {
  const needed = components.filter(({ startLoadedBy, readBy }) => startLoadedBy.length + readBy.length > 0);
  return rng
    .shuffle(needed)
    .slice(0, rng.int(1, 3))
    .flatMap((store) => {
      const atMs = instantIn(rng, fromMs + DAY_MS, untilMs - 3 * HOUR_MS);
      const consumer = rng.pick([...store.startLoadedBy, ...store.readBy]);
      const targets = [workloadTarget(store), ...components.filter(({ name }) => name === consumer).map(workloadTarget)];
      return targets.map((target): DatedWrite => ({ atMs, write: { verb: "replace-pod", target } }));
    });
};

/** A whole second between two instants. */
const instantIn = (rng: Rng, fromMs: number, untilMs: number): number =>
  rng.int(Math.ceil(fromMs / 1000), Math.floor(untilMs / 1000)) * 1000;
