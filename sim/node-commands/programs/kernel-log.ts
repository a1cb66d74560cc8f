import { unitValue } from "#kube/objects/quantity.ts";
import { formatDate } from "#shell/applets/format-date.ts";
import type { World } from "../../kernel/world.ts";
import { processLives } from "../../telemetry/metrics/history/process-history.ts";
import { addressOfNode, bootMs, coresOf, memoryKi, pidOf } from "../node-facts.ts";

interface KernelLine {
  readonly atMs: number;
  readonly text: string;
}

/** The kernel's messages: the start of the machine, and every container that took more memory than it may. */
export const kernelLog = (world: World, node: string, hasDates: boolean): string => {
  const startMs = bootMs(world, node);
  return [...bootLines(world, node), ...oomLines(world, node)]
    .map(({ atMs, text }) => {
      const stamp = hasDates ? formatDate(atMs, "%a %b %e %H:%M:%S %Y") : ((atMs - startMs) / 1000).toFixed(6).padStart(12);
      return `[${stamp}] ${text}\n`;
    })
    .join("");
};

const bootLines = (world: World, node: string): readonly KernelLine[] => {
  const startMs = bootMs(world, node);
  const kb = memoryKi(world, node);
  return [
    {
      atMs: startMs,
      text: "Linux version 6.1.0-32-amd64 (debian-kernel@lists.debian.org) #1 SMP PREEMPT_DYNAMIC Debian 6.1.129-1 (2025-03-06)",
    },
    { atMs: startMs, text: "Command line: BOOT_IMAGE=/boot/vmlinuz-6.1.0-32-amd64 root=/dev/vda1 ro console=ttyS0" },
    { atMs: startMs + 110, text: `Memory: ${Math.round(kb * 0.985)}K/${kb}K available` },
    { atMs: startMs + 240, text: `smpboot: Total of ${coresOf(world, node)} processors activated` },
    { atMs: startMs + 1_830, text: "EXT4-fs (vda1): mounted filesystem with ordered data mode. Quota mode: none." },
    { atMs: startMs + 4_120, text: `virtio_net virtio0 eth0: link up, address ${addressOfNode(world, node)}` },
    {
      atMs: startMs + 9_310,
      text: "bridge: filtering via arp/ip/ip6tables is no longer available by default. Update your scripts to load br_netfilter if you need this.",
    },
  ];
};

const oomLines = (world: World, node: string): readonly KernelLine[] =>
  processLives(world).flatMap(({ process, reason, endedAtMs }) => {
    const { pod, container } = process.start;
    if (reason !== "OOMKilled" || endedAtMs === undefined || pod.spec.nodeName !== node) return [];
    const name = (process.program.split("/").at(-1) ?? "").slice(0, 15);
    const pid = pidOf(`${process.podUid}/${container.name}/${process.startedAtMs}`);
    const limitKb = Math.round(unitValue(container.resources?.limits?.["memory"]) / 1024);
    const group = `/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod${process.podUid.replaceAll("-", "_")}.slice`;
    return [
      `${name} invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=992`,
      `memory: usage ${limitKb}kB, limit ${limitKb}kB, failcnt 214`,
      `oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),oom_memcg=${group},task=${name},pid=${pid},uid=0`,
      `Memory cgroup out of memory: Killed process ${pid} (${name}) total-vm:${limitKb * 9}kB, anon-rss:${Math.round(limitKb * 0.96)}kB, file-rss:0kB, shmem-rss:0kB, UID:0 oom_score_adj:992`,
    ].map((text) => ({ atMs: endedAtMs, text }));
  });
