import { keepFor } from "#core/keep-for.ts";
import { humanDuration } from "#kube/table/human-duration.ts";
import type { Alert } from "../actions/alerts-of.ts";

/** Lines that tell what became of the firing alerts since the last look; one line where nothing did. */
export const alertChanges = (before: readonly Alert[], now: readonly Alert[], nowMs: number): string => {
  const [known, present] = [keysOf(before), keysOf(now)];
  const news = now.filter((alert) => !known.has(keyOf(alert)));
  const gone = before.filter((alert) => !present.has(keyOf(alert)));
  if (news.length === 0 && gone.length === 0) return now.length === 0 ? "Alerts: none firing." : `Alerts: ${stillText(now)}.`;
  const still = now.filter((alert) => known.has(keyOf(alert)));
  const lines = [
    `Alerts (${now.length} firing):`,
    ...alertGroups(news, nowMs).map((line) => line.replace("- ", "- new: ")),
    ...alertGroups(gone).map((line) => line.replace("- ", "- resolved: ")),
    ...(still.length === 0 ? [] : [`- as before: ${countsOf(still)}`]),
  ];
  return lines.join("\n");
};

/** One line for each group of alerts of the same name and namespace: what they are about, and since when. */
export const alertGroups = (alerts: readonly Alert[], nowMs?: number): readonly string[] => {
  const groups = Map.groupBy(alerts, ({ labels }) => [labels["alertname"], labels["severity"], labels["namespace"]].join(" "));
  const lines = [...groups.values()].map((group) => groupLine(group, nowMs));
  return lines.length <= GROUPS_MAX
    ? lines
    : [...lines.slice(0, GROUPS_MAX), `- and ${lines.length - GROUPS_MAX} more kinds; get_alerts lists all`];
};

const GROUPS_MAX = 12;
const NAMES_MAX = 8;

const stillText = (alerts: readonly Alert[]): string => `no change, ${alerts.length} firing: ${countsOf(alerts)}`;

const countsOf = (alerts: readonly Alert[]): string =>
  [...Map.groupBy(alerts, ({ labels }) => labels["alertname"] ?? "")]
    .map(([name, own]) => (own.length === 1 ? name : `${name} ×${own.length}`))
    .join(", ");

const keyOf = ({ labels }: Alert): string => keyOfLabels(labels);
/** Kept, since alerts stay the same objects from one evaluation of the rules to the next, which is several steps. */
const keyOfLabels = keepFor((labels: Alert["labels"]): string => JSON.stringify(Object.entries(labels).sort()));
const keysOf = keepFor((alerts: readonly Alert[]): ReadonlySet<string> => new Set(alerts.map(keyOf)));

const groupLine = (group: readonly Alert[], nowMs: number | undefined): string => {
  const [{ labels, annotations }] = group as readonly [Alert];
  const { alertname = "", severity, namespace } = labels;
  const head = `- ${alertname}${severity === undefined ? "" : ` [${severity}]`}${nowMs === undefined ? "" : ageText(group, nowMs)}`;
  if (group.length === 1) return `${head}: ${annotations?.["description"] ?? annotations?.["summary"] ?? subjectOf(labels)}`;
  const subjects = group.map((alert) => subjectOf(alert.labels));
  const more = subjects.length > NAMES_MAX ? ` and ${subjects.length - NAMES_MAX} more` : "";
  return `${head}${namespace === undefined ? "" : ` in ${namespace}`}, ${group.length} times: ${subjects.slice(0, NAMES_MAX).join(", ")}${more}`;
};

/** Time since the first and the last of some alerts became active. */
const ageText = (group: readonly Alert[], nowMs: number): string => {
  const agesMs = group.flatMap(({ activeAt }) => (activeAt === undefined ? [] : [nowMs - Date.parse(activeAt)]));
  if (agesMs.length === 0) return "";
  const [least, most] = [humanDuration(Math.min(...agesMs)), humanDuration(Math.max(...agesMs))];
  return least === most ? ` for ${most}` : ` for ${least} to ${most}`;
};

/** Subject of an alert: the most telling of its labels. */
const subjectOf = (labels: Readonly<Record<string, string>>): string => {
  const telling = SUBJECTS.find((name) => labels[name] !== undefined);
  const reason = labels["reason"] === undefined ? "" : ` (${labels["reason"]})`;
  return telling === undefined ? "the cluster" : `${labels[telling]}${reason}`;
};

const SUBJECTS = ["pod", "deployment", "statefulset", "daemonset", "service_name", "node", "instance", "job_name", "job"];
