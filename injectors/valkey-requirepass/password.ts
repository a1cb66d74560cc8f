import type { Rng } from "#core/rng.ts";
import type { Finding } from "#kube/checks/oracle.ts";
import { isPodReady, podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Container } from "#kube/types/pod.ts";
import type { StoreArguments } from "../store-arguments.ts";

/** Parameters: the store, its arguments as they were, and the password that it demands now. */
export interface Params extends StoreArguments {
  readonly password: string;
}

/** Draws a password as people write it. */
export const drawPassword = (rng: Rng): string =>
  `${rng.stream("word").pick(["s3cure", "prod", "carts", "redis", "ops"])}-${rng.stream("number").int(1000, 9999)}`;

/** The password that the words of one of the containers let its server demand. */
export const passwordIn = (containers: readonly Container[]): string | undefined =>
  containers
    .map(({ command = [], args = [] }) => /--requirepass[ =]["']?([^\s"']+)/.exec([...command, ...args].join(" "))?.[1])
    .find((password) => password !== undefined);

/** Asks every server of the store, as a client without a password. */
export const judgePing = async (cluster: ClusterPort, namespace: string, { store }: Params): Promise<Finding> => {
  const workload = await readWorkload(cluster, namespace, store);
  const pods = workload === undefined ? [] : (await podsOf(cluster, workload)).filter(isPodReady);
  for (const { metadata } of pods) {
    const { stdout } = await cluster.exec({ namespace, pod: metadata.name, command: ["redis-cli", "ping"] });
    if (stdout.trim() !== "PONG") return { held: false, evidence: `${metadata.name} answers ${stdout.trim()}` };
  }
  return { held: pods.length > 0, evidence: `${pods.length} servers answer` };
};
