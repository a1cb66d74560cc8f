import { invariant } from "#core/invariant.ts";
import type { ClusterPort } from "#kube/ports/cluster-port.ts";

/** A mistake in the settings of a kubelet, with which it ends as soon as it is started. */
interface Mistake {
  /** File that the mistake is in. */
  readonly file: string;
  /** Script for `sed -i` that makes it. */
  readonly make: string;
  /** Script for `sed -i` that takes it out again, and does nothing where it is not. */
  readonly mend: string;
}

const CONFIG = "/var/lib/kubelet/config.yaml";

const MISTAKES = {
  "client-ca": {
    file: CONFIG,
    make: "s,^\\( *clientCAFile: \\).*,\\1/etc/kubernetes/pki/client-ca.crt,",
    mend: "s,^\\( *clientCAFile: \\).*,\\1/etc/kubernetes/pki/ca.crt,",
  },
  "unknown-kind": {
    file: CONFIG,
    make: "s/^kind: KubeletConfiguration$/kind: KubeletConfig/",
    mend: "s/^kind: KubeletConfig$/kind: KubeletConfiguration/",
  },
  "unknown-flag": { file: "/etc/default/kubelet", make: "s/^KUBELET_EXTRA_ARGS=/&--max-pod=110 /", mend: "s/--max-pod=110 *//" },
} as const satisfies Readonly<Record<string, Mistake>>;

/** Causes for which a kubelet does not run: it was stopped, or its settings are wrong. */
export const CAUSES = ["stopped", ...(Object.keys(MISTAKES) as (keyof typeof MISTAKES)[])] as const;

export type Cause = (typeof CAUSES)[number];

/** The mistake in the settings of a kubelet; undefined for one that was stopped. */
export const mistakeOf = (cause: Cause): Mistake | undefined => (cause === "stopped" ? undefined : MISTAKES[cause]);

/** Makes a mistake in a kubelet's settings and restarts it, or takes it back. */
export const editSettings = async (cluster: ClusterPort, node: string, { file }: Mistake, script: string): Promise<void> => {
  const result = await cluster.runOnNode?.({ node, command: `sed -i '${script}' ${file} && systemctl restart kubelet` });
  invariant(result?.exitCode === 0, `the settings of ${node} cannot be edited: ${result?.stderr ?? "no access to nodes"}`);
};
