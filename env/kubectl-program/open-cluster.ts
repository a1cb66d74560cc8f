import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";
import type { ParsedArgs } from "#kubectl/command-line/flags.ts";
import type { Machine } from "#kubectl/session/machine.ts";
import type { OpenedCluster } from "#kubectl/session/session.ts";
import { createKubernetesPort } from "#pool/kubernetes/create-kubernetes-port.ts";
import { type Fields, type Kubeconfig, readKubeconfigs, resolveContext } from "#pool/kubernetes/kubeconfig.ts";
import { impersonationHeaders } from "./impersonation-headers.ts";

/** Finds the kubeconfig and context that flags and variables select, and connects to the cluster. */
export const openCluster = async (args: ParsedArgs, machine: Machine): Promise<OpenedCluster & { readonly close: () => Promise<void> }> => {
  const paths = kubeconfigPaths(args, machine);
  const config = readKubeconfigs(paths);
  const overrides = {
    context: args.text("context"),
    cluster: args.text("cluster"),
    user: args.text("user"),
    clusterFields: clusterFields(args),
    userFields: userFields(args),
  };
  const resolved = resolveContext(config, overrides);
  const context = resolved.cluster["server"]
    ? resolved
    : { ...resolved, cluster: { ...resolved.cluster, server: "http://localhost:8080" } };
  const port = createKubernetesPort({ context, headers: impersonationHeaders(args) });
  return {
    cluster: port satisfies ClusterPort,
    namespace: context.namespace ?? "default",
    kubeconfig: {
      // A file that is asked for by its name is shown as it stands.
      file: fileOf(args.text("kubeconfig") ? readKubeconfigs(paths, { keepsPaths: true }) : config),
      path: paths[0] as string,
      server: String(context.cluster["server"]),
      context: resolved.context,
      isMissing: isMissing(args, config),
    },
    close: () => port.close(),
  };
};

/** Paths of the kubeconfig files to read; changes go to the first one. */
const kubeconfigPaths = (args: ParsedArgs, machine: Machine): readonly string[] => {
  const named = args.text("kubeconfig");
  if (named) return [named];
  const listed = (machine.variable("KUBECONFIG") ?? "").split(delimiter).filter((path) => path !== "");
  return listed.length > 0 ? listed : [join(homedir(), ".kube", "config")];
};

/** True if a file that was named on the command line does not exist. */
const isMissing = (args: ParsedArgs, { clusters, contexts, users }: Kubeconfig): boolean =>
  Boolean(args.text("kubeconfig")) && clusters.length + contexts.length + users.length === 0;

const pick = (args: ParsedArgs, flags: readonly string[], field: (flag: string) => string = (flag) => flag): Fields =>
  Object.fromEntries(flags.filter((flag) => args.text(flag)).map((flag) => [field(flag), args.text(flag)]));

const clusterFields = (args: ParsedArgs): Fields => ({
  ...pick(args, ["server", "certificate-authority", "tls-server-name"]),
  ...(args.text("certificate-authority") && { "certificate-authority-data": "" }),
  ...(args.on("insecure-skip-tls-verify") && { "insecure-skip-tls-verify": true }),
});

const userFields = (args: ParsedArgs): Fields => ({
  ...pick(args, ["token", "username", "password", "client-certificate", "client-key"]),
  ...(args.text("client-certificate") && { "client-certificate-data": "" }),
  ...(args.text("client-key") && { "client-key-data": "" }),
});

/** Renders a merged kubeconfig with the keys of a file. */
export const fileOf = (config: Kubeconfig): Fields => ({
  apiVersion: "v1",
  clusters: config.clusters,
  contexts: config.contexts,
  "current-context": config.currentContext,
  kind: "Config",
  ...(config.preferences !== undefined && { preferences: config.preferences }),
  users: config.users,
});
