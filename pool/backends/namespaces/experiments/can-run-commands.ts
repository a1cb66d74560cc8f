import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { TrialPods } from "./trial-pods.ts";

/** True if commands can be run in containers. */
export const canRunCommands = async (admin: ClusterPort, { namespace, caller }: TrialPods): Promise<boolean> =>
  (await admin.exec({ namespace, pod: caller, command: ["true"] })).exitCode === 0;
