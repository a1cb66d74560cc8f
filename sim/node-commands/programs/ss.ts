import type { World } from "../../kernel/world.ts";
import { kubeletPid, kubeletState, nodeOf, pidOf } from "../node-facts.ts";
import type { NodeProgram } from "../node-machine.ts";

/** `ss` and `netstat`: the sockets on which the machine listens. */
export const ss: NodeProgram = (call) => {
  const { world, hostName: node } = call.machine;
  const hasProcesses = call.args.some((arg) => /^-\w*p/.test(arg));
  call.out(row("State", "Recv-Q", "Send-Q", "Local Address:Port", "Peer Address:Port", hasProcesses ? "Process" : ""));
  for (const { address, name } of listeners(world, node)) {
    const pid = name === "kubelet" ? kubeletPid(world, node) : pidOf(`${node}/${name}`);
    call.out(
      row(
        "LISTEN",
        "0",
        "4096",
        address,
        address.startsWith("*") ? "*:*" : "0.0.0.0:*",
        hasProcesses ? `users:(("${name}",pid=${pid},fd=9))` : "",
      ),
    );
  }
  return 0;
};

const WIDTHS = [9, 8, 8, 24, 20, 0];

const row = (...cells: readonly string[]): string =>
  `${cells
    .map((cell, at) => cell.padEnd(WIDTHS[at] ?? 0))
    .join("")
    .trimEnd()}\n`;

interface Listener {
  readonly address: string;
  readonly name: string;
}

/** Programs of a machine that listen. */
export const listeners = (world: World, node: string): readonly Listener[] => {
  const isControlPlane = nodeOf(world, node).metadata.labels?.["node-role.kubernetes.io/control-plane"] !== undefined;
  return [...SYSTEM, ...(kubeletState(world, node) === "running" ? KUBELET : []), ...(isControlPlane ? CONTROL_PLANE : [])];
};

const SYSTEM: readonly Listener[] = [
  { address: "0.0.0.0:22", name: "sshd" },
  { address: "127.0.0.1:10249", name: "kube-proxy" },
  { address: "127.0.0.1:41897", name: "containerd" },
  { address: "*:10256", name: "kube-proxy" },
];

const KUBELET: readonly Listener[] = [
  { address: "127.0.0.1:10248", name: "kubelet" },
  { address: "*:10250", name: "kubelet" },
];

const CONTROL_PLANE: readonly Listener[] = [
  { address: "*:6443", name: "kube-apiserver" },
  { address: "127.0.0.1:2379", name: "etcd" },
  { address: "127.0.0.1:10257", name: "kube-controller" },
  { address: "127.0.0.1:10259", name: "kube-scheduler" },
];
