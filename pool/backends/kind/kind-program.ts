import { DrillError } from "#core/drill-error.ts";
import { parseKubeconfig, type ResolvedContext, resolveContext } from "../../kubernetes/kubeconfig.ts";
import { runProgram } from "./run-program.ts";

/** Settings of the clusters to create. */
export interface KindSettings {
  /** Node image; missing: the default of this version of kind. */
  readonly image?: string | undefined;
  /** Image archives to load into every node. */
  readonly archives: readonly string[];
  /** Path of a kind configuration; missing: one with as many workers as requested. */
  readonly configPath?: string | undefined;
  /** Number of nodes beside the control plane; 0: pods run on the control plane. */
  readonly workers: number;
}

/** Lists the names of the existing clusters, sorted. @throws DrillError BACKEND_DOWN */
export const listClusters = async (): Promise<readonly string[]> =>
  lines(await kind(["get", "clusters"], QUICK_MS)).filter((name) => !name.startsWith("No kind clusters"));

/** Lists the names of a cluster's nodes, which are also those of their containers. @throws DrillError BACKEND_DOWN */
export const listNodes = async (name: string): Promise<readonly string[]> =>
  lines(await kind(["get", "nodes", "--name", name], QUICK_MS)).filter((node) => !node.startsWith("No kind nodes"));

/**
 * Creates a cluster and loads its images.
 *
 * @param kubeconfigPath a file of its own; the user's kubeconfig is not changed
 * @throws DrillError BACKEND_DOWN with kind's error message
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

/** Deletes a cluster, complete or not. Safe to repeat. @throws DrillError BACKEND_DOWN */
export const deleteCluster = async (name: string, kubeconfigPath: string): Promise<void> => {
  await kind(["delete", "cluster", "--name", name, "--kubeconfig", kubeconfigPath], CREATE_MS);
};

/** Reads the administrator's context of a cluster. @throws DrillError BACKEND_DOWN if there is no such cluster */
export const readContext = async (name: string): Promise<ResolvedContext> =>
  resolveContext(parseKubeconfig(await kind(["get", "kubeconfig", "--name", name], QUICK_MS), `${name}.yaml`));

/** Renders a cluster's configuration for kind. */
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

/** Timeout of creating a cluster, ms, which takes a minute on a good machine. */
const CREATE_MS = 600_000;

const kind = async (args: readonly string[], timeoutMs: number, input?: string): Promise<string> => {
  const { exitCode, isMissing, stdout, stderr } = await runProgram("kind", args, timeoutMs, input);
  if (exitCode === 0) return stdout;
  const words = isMissing
    ? "the program kind is not on this machine"
    : exitCode === undefined
      ? `kind ${args.slice(0, 2).join(" ")} does not end within ${timeoutMs / 1_000} s`
      : `kind ${args.slice(0, 2).join(" ")}: ${errorLine(stderr)}`;
  throw new DrillError("BACKEND_DOWN", words);
};

const lines = (text: string): readonly string[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .sort();

/** Error message of kind: the line that begins with ERROR, otherwise the last one. */
const errorLine = (stderr: string): string => {
  const all = stderr.trim().split("\n");
  return all.find((line) => line.startsWith("ERROR: "))?.slice("ERROR: ".length) ?? all.at(-1) ?? "it failed";
};
