import { spawnSync } from "node:child_process";

/** The real cluster of KUBEDRILL_TEST_KUBECONFIG, with its networks. */
export interface RealCluster {
  readonly kubeconfig: string;
  readonly podNetwork: string;
  readonly serviceNetwork: string;
}

/** Finds the real cluster; undefined if the variable is not set. Its networks are derived from its node and its own Service. */
export const findRealCluster = (kubectl: string): RealCluster | undefined => {
  const kubeconfig = process.env["KUBEDRILL_TEST_KUBECONFIG"];
  if (!kubeconfig) return undefined;
  const ask = (...words: readonly string[]): string => {
    const { stdout, stderr, status } = spawnSync(kubectl, words, { env: { ...process.env, KUBECONFIG: kubeconfig }, encoding: "utf8" });
    if (status !== 0) throw new Error(`kubectl ${words.join(" ")}: ${stderr}`);
    return stdout;
  };
  const podAddress = ask("get", "nodes", "-o", "jsonpath={.items[0].spec.podCIDR}").split("/")[0] as string;
  const serviceAddress = ask("get", "service", "kubernetes", "-n", "default", "-o", "jsonpath={.spec.clusterIP}");
  return { kubeconfig, podNetwork: networkOf(podAddress), serviceNetwork: networkOf(serviceAddress) };
};

/** Reason for skipping legs on a real cluster. */
export const NO_CLUSTER = "no real cluster: name its kubeconfig with KUBEDRILL_TEST_KUBECONFIG";

const networkOf = (address: string): string => `${address.split(".").slice(0, 2).join(".")}.0.0/16`;
