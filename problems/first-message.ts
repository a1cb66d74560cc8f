import { createRng, type Rng } from "#core/rng.ts";
import { toTimestamp } from "#core/timestamp.ts";
import { burn } from "./reports/burn.ts";
import { complaint } from "./reports/complaint.ts";
import { page } from "./reports/page.ts";
import type { Report, ReportFacts } from "./reports/report.ts";
import { silence } from "./reports/silence.ts";

/** Ways in which episodes begin: each is as likely as any other, whatever is wrong. */
export const REPORTS: readonly Report[] = [page, complaint, burn, silence];

/** Draws the way in which an episode of a seed begins. */
export const reportOf = (seed: string): Report => createRng(seed).stream("start").stream("report").pick(REPORTS);

/**
 * Writes the instruction to the agent, in one of several wordings, with the report that it begins with and the time of that.
 *
 * The seed alone draws wording and report, so that neither is a hint.
 */
export const firstMessage = async (seed: string, namespace: string, nowMs: number, facts: ReportFacts): Promise<string> => {
  const rng = createRng(seed).stream("start");
  const report = await reportOf(seed).write(facts, rng.stream("text"));
  return [instruction(rng.stream("words"), facts.app.title, namespace), `${clockTime(nowMs)} UTC. ${report}`].join("\n");
};

const clockTime = (nowMs: number): string => toTimestamp(nowMs).slice(11, 19);

const instruction = (rng: Rng, title: string, namespace: string): string =>
  [rng.pick(ROLES)(title, namespace), rng.pick(GOALS), rng.pick(BESIDE), rng.pick(MEANS)].join("\n");

const ROLES: readonly ((title: string, namespace: string) => string)[] = [
  (title, namespace) =>
    `You are the on-call engineer for ${title}, which runs in the Kubernetes namespace "${namespace}" and serves users around the clock.`,
  (title, namespace) =>
    `You are on call for ${title}. It runs in the namespace "${namespace}" of a Kubernetes cluster, and people use it now.`,
  (title, namespace) =>
    `${title} is yours to keep up this week: a Kubernetes application in the namespace "${namespace}" with users at all hours.`,
  (title, namespace) =>
    `You look after ${title}, in the Kubernetes namespace "${namespace}", whose users expect it to be there day and night.`,
];

const GOALS: readonly string[] = [
  "Find out whether something is wrong. If so, find the root cause, repair it without losing anything, and keep users served meanwhile.",
  "Find out if anything is broken. Whatever is, repair its cause rather than its symptoms, lose nothing, and let users notice as little as possible.",
  "There may be a fault, several, or none. Find the root cause of each and mend it; keep data and objects, and keep serving users.",
];

/** Things that look like faults and are none: whether the application uses them can be seen. */
const BESIDE: readonly string[] = [
  "Trials and half-made workloads stand beside it that nothing of it uses: whatever state they are in, they are no fault and stay as they are.",
  "Others left things in the namespace that no part of the application uses, some of which never worked. Those are not faults; leave them alone.",
  "Not everything around it is part of it: what it does not use, such as a trial that somebody gave up, may be broken and is no fault.",
];

const MEANS: readonly string[] = [
  "Use kubectl, metrics, logs and traces. Report the root cause once with submit_diagnosis (an empty list says that nothing is wrong), and call submit_mitigation when you are done.",
  "You have kubectl, metrics, logs and traces. Call submit_diagnosis once with what you found (an empty list if nothing is wrong), and submit_mitigation at the end.",
  "Look with kubectl, metrics, logs and traces. Say what the root cause is with submit_diagnosis, once, with an empty list if there is none; finish with submit_mitigation.",
];
