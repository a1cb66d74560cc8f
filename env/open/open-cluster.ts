import { STANDARD } from "#kube/app/variants/variant-ids.ts";
import type { SimApp } from "#pool/backends/sim/sim-backend.ts";
import { createSimCluster } from "#pool/backends/sim/sim-cluster.ts";
import { loadApps } from "../catalogue/load-apps.ts";
import { createKubeStreams } from "../host/kube-streams/kube-streams.ts";
import { type Admission, openKubeEndpoint } from "../server/kube-http/open-kube-endpoint.ts";
import { PACES, type PaceName } from "../server/kube-http/paces.ts";
import { SettingsError } from "./settings-error.ts";

/** Options of a stand-alone cluster. */
export interface ClusterOptions {
  readonly host: string;
  readonly port: number;
  /** Number of nodes that take pods; missing: one, or three with an app. */
  readonly nodes?: number;
  readonly seed: string;
  readonly time: PaceName;
  readonly hasMetrics: boolean;
  readonly hasStorage: boolean;
  /** Name of a chart, or an app to install; missing: an empty cluster. */
  readonly app?: string | SimApp;
  /** Variant of the chart's app; missing: its published form. */
  readonly variant?: string;
  /** Called when the cluster cannot keep up with its pace, with the virtual time that its clock lost, ms. */
  readonly onSlip?: (lostMs: number) => void;
}

/** A simulated cluster with an endpoint of its own. */
export interface OpenCluster extends Pick<Admission, "server" | "kubeconfig"> {
  /** Namespace of the app; undefined without one. */
  readonly namespace: string | undefined;
  close(): Promise<void>;
}

/** Boots a simulated cluster and serves it to its administrator. @throws SettingsError for an app or a variant that is not there */
export const openCluster = async ({ host, port, time, app, variant, onSlip, ...options }: ClusterOptions): Promise<OpenCluster> => {
  if (variant !== undefined && typeof app !== "string")
    throw new SettingsError(`variant "${variant}" is one of an application; name the app too`);
  const chart = typeof app === "string" ? await chartOf(app, variant ?? STANDARD) : app;
  const endpoint = await openKubeEndpoint({ host, port });
  const cluster = createSimCluster({ ...options, ...(chart && { app: chart }) });
  const admission = endpoint.admit({
    episodeId: "cluster",
    link: createKubeStreams(cluster.api, cluster.passPiece),
    user: cluster.user,
    virtualNowMs: cluster.api.clock.nowMs(),
    pace: PACES[time],
    isAlone: true,
    onSlip,
  });
  return { server: admission.server, kubeconfig: admission.kubeconfig, namespace: chart?.record.namespace, close: endpoint.close };
};

const chartOf = async (name: string, variant: string) => {
  const apps = await loadApps();
  const found = apps.find(({ record }) => record.name === name);
  if (found === undefined)
    throw new SettingsError(`no chart for app "${name}"; there are ${apps.map(({ record }) => record.name).join(", ")}`);
  const form = found.formOf(variant);
  if (form === undefined)
    throw new SettingsError(
      `${name} has no variant "${variant}"; there are ${[STANDARD, ...found.variants.map(({ id }) => id)].join(", ")}`,
    );
  return form;
};
