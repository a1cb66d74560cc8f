import { kubectl, onNode } from "#core/tool-call.ts";
import type { Notebook } from "../../investigation/notebook.ts";
import { describedName, matchesIn, oncePerResource, type Theory } from "./theory.ts";

/** Mechanisms of nodes and of the number of replicas. */
export const NODE_THEORIES: readonly Theory[] = [
  {
    type: "scale-to-zero",
    recognise: (notebook) =>
      matchesIn(notebook, /^describe deployment/, /^Replicas: +0 desired[\s\S]* Scaled down replica set \S+ from (\d+) to 0/gm).map(
        ({ command, match }) => {
          const target = `deployment/${describedName(command)}`;
          return {
            resource: target,
            says: `${target} was scaled down from ${match[1]} to 0`,
            repair: [kubectl(`scale ${target} --replicas=${match[1]}`)],
          };
        },
      ),
  },
  {
    type: "kubelet-down",
    recognise: (notebook) =>
      oncePerResource(
        matchesIn(notebook, /^describe node/, /Kubelet stopped posting node status/g).map(({ command }) => {
          const node = describedName(command);
          return {
            resource: `node/${node}`,
            says: `the kubelet of ${node} stopped posting its status`,
            confirm: onNode(node, KUBELET_LOG),
            repair: [onNode(node, `${mendSettings(notebook, node)}systemctl restart kubelet`)],
          };
        }),
      ),
  },
  {
    type: "taint",
    recognise: (notebook) => {
      const isPending = notebook.clues.some(({ says }) => /untolerated taint/.test(says) && !/didn't match/.test(says));
      if (!isPending) return [];
      const tainted = matchesIn(notebook, /^get nodes -o custom-columns/, /^(\S+) +([\w./,-]+)$/gm).filter(
        ({ match }) => match[1] !== "NAME",
      );
      const keys = tainted.map(({ match }) => (match[2] ?? "").split(",").filter((key) => !key.startsWith("node-role")));
      const workers = keys.filter((list) => list.length > 0);
      const common = workers[0]?.find((key) => workers.length > 1 && workers.every((list) => list.includes(key)));
      const nodes = tainted.filter((_, i) => keys[i]?.includes(common ?? "")).map(({ match }) => match[1]);
      return common === undefined
        ? []
        : [
            {
              resource: "node/*",
              says: `all workers have the taint ${common}`,
              repair: [kubectl(`taint nodes ${nodes.join(" ")} ${common}-`)],
            },
          ];
    },
  },
];

const KUBELET_LOG = "journalctl -u kubelet --no-pager | tail -n 20";

/** Commands that take back what a kubelet complains of as it ends; none where it was stopped. */
const mendSettings = (notebook: Notebook, node: string): string => {
  const log = notebook.notes.findLast(({ call }) => call.name === "run_on_node" && call.arguments["node"] === node)?.content ?? "";
  for (const { says, mend } of COMPLAINTS) {
    const name = says.exec(log)?.[1];
    if (name !== undefined) return `${mend(name)}; `;
  }
  return "";
};

const COMPLAINTS: readonly { readonly says: RegExp; readonly mend: (name: string) => string }[] = [
  {
    says: /no kind \\?"(\w+)/,
    mend: (kind) => `sed -i 's/^kind: ${kind}$/kind: KubeletConfiguration/' /var/lib/kubelet/config.yaml`,
  },
  { says: /unknown flag: (--[\w-]+)/, mend: (flag) => `sed -i 's/${flag}=[^ ]* *//' /etc/default/kubelet` },
  {
    says: /unable to load client CA file ([^:]+)/,
    mend: (path) => `sed -i 's,${path},/etc/kubernetes/pki/ca.crt,' /var/lib/kubelet/config.yaml`,
  },
];
