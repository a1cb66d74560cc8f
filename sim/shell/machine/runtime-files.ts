import type { Pod } from "#kube/types/pod.ts";
import { getObject } from "../../apiserver/store/store.ts";
import type { World } from "../../kernel/world.ts";
import { callerOfProcess } from "../../network/connections/process-caller.ts";
import { resolverOf } from "../../network/names/resolve-host.ts";
import type { Process } from "../../processes/process.ts";
import { mountTable } from "./mounts.ts";

/** Files that the runtime and the kernel provide. */
export const RUNTIME_FILES: Readonly<Record<string, (world: World, process: Process) => string>> = {
  "/dev/termination-log": () => "",
  "/etc/hostname": (_world, process) => `${hostname(process)}\n`,
  "/etc/hosts": (world, process) => hostsFile(podOf(world, process), hostname(process)),
  "/etc/resolv.conf": (world, process) => resolverFile(world, process),
  "/proc/cpuinfo": () =>
    [0, 1].map((cpu) => `processor\t: ${cpu}\nvendor_id\t: GenuineIntel\nmodel name\t: Intel(R) Xeon(R) Processor\n\n`).join(""),
  "/proc/loadavg": () => "0.08 0.10 0.09 1/312 42\n",
  "/proc/meminfo": () => "MemTotal:       24684084 kB\nMemFree:        20342280 kB\nMemAvailable:   22949332 kB\n",
  "/proc/mounts": mountTable,
  "/proc/uptime": (world, process) => `${((world.nowMs() - process.startedAtMs) / 1000 + 3600).toFixed(2)} 7000.00\n`,
  "/proc/version": () =>
    "Linux version 6.1.0-32-amd64 (debian-kernel@lists.debian.org) #1 SMP PREEMPT_DYNAMIC Debian 6.1.129-1 (2025-03-06)\n",
};

/** The pod of a process as it is now. */
export const podOf = (world: World, process: Process): Pod => {
  const { namespace, name } = process.start.pod.metadata;
  return getObject<Pod>(world, "pods", namespace, name) ?? process.start.pod;
};

/** The address of a pod as its processes see it. */
export const addressOf = (world: World, process: Process): string =>
  process.start.pod.status?.podIP ?? podOf(world, process).status?.podIP ?? "127.0.0.1";

const hostname = (process: Process): string => process.start.files["/etc/hostname"]?.trim() ?? process.start.pod.metadata.name;

const hostsFile = (pod: Pod, name: string): string => {
  const { subdomain } = pod.spec as { readonly subdomain?: string };
  const domain = subdomain === undefined ? "" : `\t${name}.${subdomain}.${pod.metadata.namespace}.svc.cluster.local`;
  const own = pod.status?.podIP === undefined ? "" : `${pod.status.podIP}${domain}\t${name}\n`;
  const aliases = (pod.spec.hostAliases ?? []).map(({ ip, hostnames = [] }) => `${ip}\t${hostnames.join("\t")}\n`).join("");
  return `# Kubernetes-managed hosts file.\n127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost ip6-loopback\nfe00::0\tip6-localnet\nfe00::0\tip6-mcastprefix\nfe00::1\tip6-allnodes\nfe00::2\tip6-allrouters\n${own}${aliases === "" ? "" : `\n# Entries added by HostAliases.\n${aliases}`}`;
};

interface DnsOption {
  readonly name?: string;
  readonly value?: string;
}

const resolverFile = (world: World, process: Process): string => {
  const { servers, searches } = resolverOf(world, process.start.pod, callerOfProcess(world, process));
  const isCluster = (process.start.pod.spec.dnsPolicy ?? "ClusterFirst").startsWith("ClusterFirst");
  const { options = [] } = (process.start.pod.spec.dnsConfig ?? {}) as { readonly options?: readonly DnsOption[] };
  const merged = new Map<string, string | undefined>(isCluster ? [["ndots", "5"]] : []);
  for (const { name = "", value } of options) merged.set(name, value);
  const words = [...merged].map(([name, value]) => (value === undefined || value === "" ? name : `${name}:${value}`));
  return `${searches.length === 0 ? "" : `search ${searches.join(" ")}\n`}${servers.map((server) => `nameserver ${server}\n`).join("")}${words.length === 0 ? "" : `options ${words.join(" ")}\n`}`;
};
