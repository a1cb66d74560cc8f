import { DrillError } from "#core/drill-error.ts";
import { parseKubeconfig, type ResolvedContext, resolveContext } from "../../kubernetes/kubeconfig.ts";
import { runProgram } from "./run-program.ts";

/** How clusters are made. */
export interface KindSettings {
  /** Of the nodes; missing: what this version of kind was made for. */
  readonly image?: string | undefined;
  /** Archives of images that every node gets. */
  readonly archives: readonly string[];
  /** kind's own configuration; missing: one that has as many workers as are asked for. */
  readonly configPath?: string | undefined;
  /** Nodes beside the control plane; 0: that takes the pods. */
  readonly workers: number;
}

/** Names of the clusters that there are, sorted. @throws DrillError BACKEND_DOWN */
export const listClusters = async (): Promise<readonly string[]> =>
  lines(await kind(["get", "clusters"], QUICK_MS)).filter((name) => !name.startsWith("No kind clusters"));

/** Names of a cluster's nodes, which are its containers' as well. @throws DrillError BACKEND_DOWN */
export const listNodes = async (name: string): Promise<readonly string[]> =>
  lines(await kind(["get", "nodes", "--name", name], QUICK_MS)).filter((node) => !node.startsWith("No kind nodes"));

/**
 * Makes a cluster and loads its images.
 *
 * @param kubeconfigPath written beside the user's own, which stays as it is
 * @throws DrillError BACKEND_DOWN with kind's last words
 */
export const createCluster = async (
  name: string,
  { image, archives, configPath, workers }: KindSettings,
  kubeconfigPath: string,
): Promise<void> => {
  const flags = ["--name", name, "--kubeconfig", kubeconfigPath, ...(image === undefined ? [] : ["--image", image])];
  if (configPath === undefined) await kind(["create", "cluster", ...flags, "--config", "-"], CREATE_MS, renderConfig(workers));
  else await kind(["create", "cluster", ...flags, "--config", configPath], CREATE_MS);
  for (const archive of archives) await kind(["load", "image-archive", archive, "--name", name], CREATE_MS);
};

/** Deletes a cluster, or what was made of it. Safe to repeat. @throws DrillError BACKEND_DOWN */
export const deleteCluster = async (name: string, kubeconfigPath: string): Promise<void> => {
  await kind(["delete", "cluster", "--name", name, "--kubeconfig", kubeconfigPath], CREATE_MS);
};

/** The way into a cluster, as its administrator. @throws DrillError BACKEND_DOWN when it is not there */
export const readContext = async (name: string): Promise<ResolvedContext> =>
  resolveContext(parseKubeconfig(await kind(["get", "kubeconfig", "--name", name], QUICK_MS), `${name}.yaml`));

/** A cluster's configuration in kind's words. */
export const renderConfig = (workers: number): string =>
  [
    "kind: Cluster",
    "apiVersion: kind.x-k8s.io/v1alpha4",
    "nodes:",
    "- role: control-plane",
    ...Array.from({ length: workers }, () => "- role: worker"),
    "",
  ].join("\n");

const QUICK_MS = 60_000;

/** Making a cluster takes a minute on a good machine. */
const CREATE_MS = 600_000;

const kind = async (args: readonly string[], timeoutMs: number, input?: string): Promise<string> => {
  const { exitCode, isMissing, stdout, stderr } = await runProgram("kind", args, timeoutMs, input);
  if (exitCode === 0) return stdout;
  const words = isMissing
    ? "the program kind is not on this machine"
    : exitCode === undefined
      ? `kind ${args.slice(0, 2).join(" ")} does not end within ${timeoutMs / 1_000} s`
      : `kind ${args.slice(0, 2).join(" ")}: ${lastWords(stderr)}`;
  throw new DrillError("BACKEND_DOWN", words);
};

const lines = (text: string): readonly string[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .sort();

/** What went wrong stands in the line that begins with ERROR; otherwise at the end. */
const lastWords = (stderr: string): string => {
  const all = stderr.trim().split("\n");
  return all.find((line) => line.startsWith("ERROR: "))?.slice("ERROR: ".length) ?? all.at(-1) ?? "it failed";
};
