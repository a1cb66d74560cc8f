import { z } from "zod";
import type { Rng } from "#core/rng.ts";
import type { Baseline } from "#kube/app/baseline.ts";
import { containerOf, defectGone, workloadCondition, workloadRuns } from "#kube/checks/fault-checks.ts";
import { componentOf, objectRef } from "#kube/checks/fault-target.ts";
import { isAnswered } from "#kube/checks/is-answered.ts";
import type { Check, Oracle } from "#kube/checks/oracle.ts";
import { readWorkload } from "#kube/checks/workload.ts";
import { type AppWorkload, listOwnWorkloads } from "#kube/listings/list-workloads.ts";
import type { ClusterPort, ClusterView } from "#kube/ports/cluster-port.ts";
import type { Container, Probe } from "#kube/types/pod.ts";
import { recreateWorkload } from "#kube/verbs/recreate-workload.ts";
import { describedAs, describePods, type Evidence } from "./evidence.ts";
import type { Exclusion, Place, Target } from "./injector.ts";

/** A probe that asks the right port and kills the container before its program listens there. */
export interface EarlyProbe {
  readonly target: string;
  readonly container: string;
  readonly port: number;
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}

/** The probes that end a container. */
export type EndingProbe = "livenessProbe" | "startupProbe";

export const earlyProbeParams = z.object({
  target: objectRef("deployment", "statefulset"),
  container: z.string().min(1),
  port: z.int().min(1).max(65_535),
  periodSeconds: z.int().min(1),
  failureThreshold: z.int().min(1),
});

/** Lists the workloads whose programs take their time to listen, and the others with the reason. */
export const listSlowStarters = async (
  view: ClusterView,
  { app, namespace }: Place,
): Promise<{ readonly targets: readonly Target[]; readonly excluded: readonly Exclusion[] }> => {
  const { workloads, operated } = await listOwnWorkloads(view, namespace, app);
  return {
    targets: workloads.flatMap((own) => (exclusionOf(own) === undefined ? [targetOf(own)] : [])),
    excluded: [
      ...operated,
      ...workloads.flatMap((own) => {
        const reason = exclusionOf(own);
        return reason === undefined ? [] : [{ resource: own.target, reason }];
      }),
    ],
  };
};

const exclusionOf = (own: AppWorkload): string | undefined => {
  const first = firstOf(own);
  if (first?.livenessProbe !== undefined || first?.startupProbe !== undefined) return "it has a probe of its own that ends it";
  if (tcpPortOf(own) === undefined) return "its container declares no TCP port";
  return own.component.startSeconds < LEAST_START_S ? "it listens before a probe of whole seconds could end it" : undefined;
};

const targetOf = (own: AppWorkload): Target => ({
  resource: own.target,
  visible: own.component.userShare > 0,
  facts: { container: firstOf(own)?.name ?? "", port: tcpPortOf(own) ?? 0, startSeconds: own.component.startSeconds },
});

const firstOf = ({ workload }: AppWorkload): Container | undefined => workload.spec.template.spec.containers[0];

const tcpPortOf = (own: AppWorkload): number | undefined =>
  firstOf(own)?.ports?.find(({ protocol = "TCP" }) => protocol === "TCP")?.containerPort;

/** Shorter starts can be over when the first try of the hastiest probe is due. */
const LEAST_START_S = 2.5;

/** Draws how often the probe asks and how often it may fail, such that it ends the container well before its program listens. */
export const sampleEarlyProbe = (rng: Rng, { resource, facts }: Target): EarlyProbe => ({
  target: resource,
  container: `${facts["container"]}`,
  port: Number(facts["port"]),
  ...rng.pick(
    RHYTHMS.filter(
      ({ periodSeconds, failureThreshold }) =>
        SEEN_AFTER_S + periodSeconds * failureThreshold <= QUICKEST_START * Number(facts["startSeconds"]),
    ),
  ),
});

/** Periods of hasty probes, s, with the failures that they allow. */
export const RHYTHMS: readonly Pick<EarlyProbe, "periodSeconds" | "failureThreshold">[] = [
  { periodSeconds: 1, failureThreshold: 1 },
  { periodSeconds: 1, failureThreshold: 2 },
  { periodSeconds: 2, failureThreshold: 1 },
  { periodSeconds: 2, failureThreshold: 2 },
  { periodSeconds: 3, failureThreshold: 1 },
  { periodSeconds: 5, failureThreshold: 1 },
  { periodSeconds: 5, failureThreshold: 2 },
  { periodSeconds: 5, failureThreshold: 3 },
  { periodSeconds: 10, failureThreshold: 1 },
  { periodSeconds: 10, failureThreshold: 2 },
];

/** The kubelet looks once a second which containers run; the first try comes within a period after that, s. */
const SEEN_AFTER_S = 1;

/** A start varies by a fifth. */
const QUICKEST_START = 0.8;

/** Adds the probe to the template; no pod of the old one serves on. */
export const addEarlyProbe = async (
  cluster: ClusterPort,
  { namespace, field }: { readonly namespace: string; readonly field: EndingProbe },
  { target, container, port, periodSeconds, failureThreshold }: EarlyProbe,
): Promise<void> => {
  const probe = { tcpSocket: { port }, periodSeconds, failureThreshold };
  await recreateWorkload(
    cluster,
    { namespace, target },
    { spec: { template: { spec: { containers: [{ name: container, [field]: probe }] } } } },
  );
};

/** Holds if no probe ends the container before its program listens, and what asks still asks the program. */
export const earlyProbeOracle = (baseline: Baseline, params: EarlyProbe, field: EndingProbe): Oracle => ({
  checks: [timeToStart(baseline, params), stillAsks(baseline, params, field), workloadRuns(baseline, params.target)],
  trials: [],
  holdMs: 60_000,
});

const timeToStart = (baseline: Baseline, { target, container }: EarlyProbe): Check =>
  workloadCondition({ name: "time-to-start", baseline, target }, (workload) => {
    const present = containerOf(workload, container);
    if (present === undefined) return { held: false, evidence: `${target} has no ${container}` };
    const first = present.startupProbe ?? present.livenessProbe;
    if (first === undefined) return { held: true, evidence: `no probe ends ${container}` };
    const neededS = SLOWEST_START * (componentOf(baseline.app, target)?.startSeconds ?? 0);
    const evidence = `probes end ${container} after ${patienceS(first)} s, and it may need ${neededS} s to start`;
    return { held: patienceS(first) >= neededS, evidence };
  });

/** Least time for which a program may stay silent, s: the first try can come at once. */
const patienceS = ({ initialDelaySeconds = 0, periodSeconds = 10, failureThreshold = 3 }: Probe): number =>
  initialDelaySeconds + (failureThreshold - 1) * periodSeconds;

const SLOWEST_START = 1.2;

const stillAsks = (baseline: Baseline, { target, container }: EarlyProbe, field: EndingProbe): Check =>
  defectGone("probe-asks", async (view) => {
    const workload = await readWorkload(view, baseline.namespace, target);
    const present = workload === undefined ? undefined : containerOf(workload, container);
    const probe = present?.[field];
    if (workload === undefined || present === undefined || probe === undefined)
      return { held: present !== undefined, evidence: `${container} has no ${field}` };
    const held = await isAnswered(view, workload, { container: present, probe });
    return { held, evidence: `${field} of ${container} is ${held ? "" : "not "}answered` };
  });

/** Sights of the probe: its rhythm, and that it fails. */
export const earlyProbeEvidence = (place: Place, params: EarlyProbe, field: EndingProbe): readonly Evidence[] => {
  const { target, port, periodSeconds, failureThreshold } = params;
  const title = field === "livenessProbe" ? "Liveness" : "Startup";
  return [
    {
      look: describePods(place, target),
      shows: [
        describedAs(target),
        `${title}: +tcp-socket :${port} delay=0s timeout=1s period=${periodSeconds}s #success=1 #failure=${failureThreshold}`,
        `${title} probe failed`,
      ],
      says: `the ${title.toLowerCase()} probe of ${target} gives up after ${periodSeconds * failureThreshold} s, before the program listens`,
    },
  ];
};
