import { keepFor } from "#core/keep-for.ts";
import type { ClusterView } from "#kube/ports/cluster-port.ts";
import type { TelemetryResponse } from "#kube/ports/telemetry-port.ts";
import { humanDuration } from "#kube/table/human-duration.ts";

/** An alert as Prometheus returns it. */
export interface Alert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly state: "firing" | "pending" | "inactive";
  readonly activeAt?: string;
  readonly value?: string;
}

/** Reads the pending and firing alerts; the answer itself if it is an error. */
export const readAlerts = async (
  view: ClusterView,
): Promise<{ readonly alerts: readonly Alert[] } | { readonly refused: TelemetryResponse }> => {
  const answer = await view.query({ api: "prometheus", path: "/api/v1/alerts", params: {} });
  const alerts = (answer.body as { readonly data?: { readonly alerts?: readonly Alert[] } } | null)?.data?.alerts;
  return answer.status === 200 && alerts !== undefined ? { alerts: inOrder(alerts) } : { refused: answer };
};

/** Reads the firing alerts; undefined if nobody answers. */
export const readFiring = async (view: ClusterView): Promise<readonly Alert[] | undefined> => {
  const read = await readAlerts(view);
  return "refused" in read ? undefined : firingOf(read.alerts);
};

const firingOf = keepFor((alerts: readonly Alert[]): readonly Alert[] => alerts.filter(({ state }) => state === "firing"));

/** Sorts alerts: firing ones first, then by name and labels; memoised, since an answer stays the same object until it changes. */
const inOrder = keepFor((alerts: readonly Alert[]): readonly Alert[] => sortAlerts(alerts));

const sortAlerts = (alerts: readonly Alert[]): readonly Alert[] =>
  alerts
    .map((alert) => ({ alert, key: sortKey(alert) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ alert }) => alert);

const sortKey = ({ state, labels }: Alert): string =>
  `${state === "firing" ? 0 : 1} ${labels["alertname"] ?? ""} ${JSON.stringify(Object.entries(labels).sort())}`;

/** Renders an alert on one line. */
export const alertLine = ({ labels, annotations, state, activeAt }: Alert, nowMs: number): string => {
  const { alertname = "", severity, ...rest } = labels;
  const pairs = Object.keys(rest)
    .sort()
    .map((key) => `${key}=${rest[key]}`);
  const age = activeAt === undefined ? "" : ` for ${humanDuration(nowMs - Date.parse(activeAt))}`;
  const summary = annotations?.["summary"] ?? annotations?.["description"] ?? annotations?.["message"];
  return `${state}${age}  ${alertname}${severity === undefined ? "" : ` [${severity}]`}  ${pairs.join(" ")}${summary === undefined ? "" : `  ${summary}`}`;
};
