import type { Finding } from "#kube/checks/oracle.ts";
import { isPodReady, podsOf, readWorkload } from "#kube/checks/workload.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { Container } from "#kube/types/pod.ts";
import { isRedisImage, redisClient } from "../redis-image.ts";
import type { StoreArguments } from "../store-arguments.ts";

/** Parameters: a store with the arguments that it had, and those by which it refuses what is written into it. */
export interface Params extends StoreArguments {
  readonly further: readonly string[];
}

/** A server that can be told to refuse what is written into it, and to answer what is read. */
export interface Product {
  /** Arguments that make it refuse, in several spellings. */
  readonly refusing: readonly (readonly string[])[];
  /** Arguments that say that it takes writes, or under which the others do nothing. */
  readonly harmless: readonly (readonly string[])[];
  /** Command that lets the running server take writes, until its next start. */
  readonly allow: readonly string[];
  /** Question whose answer tells whether it takes writes from its clients. */
  readonly ask: readonly string[];
  readonly isWritable: (answer: string) => boolean;
}

/** The product of an image; undefined for one that has no such setting. */
export const productOf = (image: string): Product | undefined => {
  if (/(?:^|\/)mysql:/.test(image)) return MYSQL;
  return isRedisImage(image) ? redis(redisClient(image)) : undefined;
};

/** True if the words of one of the containers let its server refuse what is written. */
export const isToldToRefuse = (containers: readonly Container[]): boolean =>
  containers.some(({ command = [], args = [] }) => {
    const words = [...command, ...args].join(" ");
    const lag = lastOf(words, /--min-(?:replicas|slaves)-max-lag[ =]["']?(\d+)/g);
    return isOn(words, READ_ONLY) || isOn(words, SUPER_READ_ONLY) || (Number(lastOf(words, REPLICAS) ?? 0) > 0 && Number(lag ?? 1) > 0);
  });

/** Asks every server of the store whether it takes writes. */
export const judgeWrites = async (cluster: ClusterPort, namespace: string, { store }: Params): Promise<Finding> => {
  const workload = await readWorkload(cluster, namespace, store);
  const product = productOf(workload?.spec.template.spec.containers[0]?.image ?? "");
  if (workload === undefined || product === undefined) return { held: false, evidence: `${store} is no such store any more` };
  const pods = (await podsOf(cluster, workload)).filter(isPodReady);
  for (const { metadata } of pods) {
    const { stdout, stderr } = await cluster.exec({ namespace, pod: metadata.name, command: product.ask });
    if (!product.isWritable(stdout.trim())) return { held: false, evidence: `${metadata.name} says ${`${stdout}${stderr}`.slice(0, 200)}` };
  }
  return { held: pods.length > 0, evidence: `${pods.length} servers take writes` };
};

const MYSQL: Product = {
  refusing: [["--read-only"], ["--read-only=ON"], ["--read-only=1"], ["--read_only=ON"]],
  harmless: [["--read-only=OFF"], ["--read_only=0"], ["--super-read-only=OFF"]],
  allow: ["mysql", "-uroot", "-e", "set global read_only = OFF"],
  ask: ["mysql", "-uroot", "-N", "-e", "select @@global.read_only, @@global.super_read_only"],
  isWritable: (answer) => /^0\s+0$/.test(answer),
};

const redis = (client: string): Product => ({
  refusing: [
    ["--min-replicas-to-write", "1"],
    ["--min-replicas-to-write", "2"],
    ["--min-slaves-to-write", "1"],
  ],
  harmless: [
    ["--min-replicas-to-write", "0"],
    ["--min-replicas-to-write", "1", "--min-replicas-max-lag", "0"],
    ["--min-replicas-to-write", "2", "--min-replicas-max-lag", "0"],
  ],
  allow: [client, "config", "set", "min-replicas-to-write", "0"],
  ask: [client, "set", "ping:writes", "1", "ex", "1"],
  isWritable: (answer) => answer === "OK",
});

const READ_ONLY = /--read[-_]only(?:=(\S*))?(?=\s|$)/g;
const SUPER_READ_ONLY = /--super[-_]read[-_]only(?:=(\S*))?(?=\s|$)/g;
const REPLICAS = /--min-(?:replicas|slaves)-to-write[ =]["']?(\d+)/g;

/** True if the last of the words that set a switch turns it on, as it does without a value. */
const isOn = (words: string, option: RegExp): boolean => {
  const last = [...words.matchAll(option)].at(-1);
  return last !== undefined && !/^["']?(?:0|off|false)\b/i.test(last[1] ?? "");
};

const lastOf = (words: string, option: RegExp): string | undefined => [...words.matchAll(option)].at(-1)?.[1];
