import { toTimestamp } from "#core/timestamp.ts";
import { readOptions } from "#shell/applets/options.ts";
import type { World } from "../../kernel/world.ts";
import { resolveImage } from "../../programs/runtime/process-host.ts";
import { nodeUseAt } from "../../telemetry/metrics/containers/node-system.ts";
import { addressOfNode, bootMs, containersOn, coresOf, memoryKi, nodeOf } from "../node-facts.ts";
import type { NodeCall, NodeProgram } from "../node-machine.ts";
import { kernelLog } from "./kernel-log.ts";
import { ss } from "./ss.ts";

const tell =
  (text: (call: NodeCall, world: World, node: string) => string): NodeProgram =>
  (call) => {
    call.out(text(call, call.machine.world, call.machine.hostName));
    return 0;
  };

/** Files of the kernel, by path. */
export const KERNEL_FILES: Readonly<Record<string, (world: World, node: string) => string>> = {
  "/proc/loadavg": (world, node) => `${loads(world, node).join(" ")} 2/812 48213\n`,
  "/proc/meminfo": (world, node) => {
    const { totalKi, freeKi, cachedKi, availableKi } = memoryOf(world, node);
    const row = (name: string, ki: number): string => `${`${name}:`.padEnd(16)}${`${ki}`.padStart(8)} kB\n`;
    return row("MemTotal", totalKi) + row("MemFree", freeKi) + row("MemAvailable", availableKi) + row("Cached", cachedKi);
  },
  "/proc/uptime": (world, node) => `${((world.nowMs() - bootMs(world, node)) / 1000).toFixed(2)} 812345.67\n`,
  "/proc/version": () =>
    "Linux version 6.1.0-32-amd64 (debian-kernel@lists.debian.org) (gcc-12 (Debian 12.2.0-14) 12.2.0) #1 SMP PREEMPT_DYNAMIC Debian 6.1.129-1 (2025-03-06)\n",
};

const loads = (world: World, node: string): readonly string[] => {
  const nowMs = world.nowMs();
  return [0, 150_000, 450_000].map((agoMs) => (0.05 + 1.1 * nodeUseAt(world, nodeOf(world, node), nowMs - agoMs).cores).toFixed(2));
};

const memoryOf = (world: World, node: string) => {
  const totalKi = memoryKi(world, node);
  const usedKi = Math.round(nodeUseAt(world, nodeOf(world, node), world.nowMs()).memoryBytes / 1024);
  const cachedKi = Math.round((totalKi - usedKi) * 0.19);
  return { totalKi, usedKi, cachedKi, freeKi: totalKi - usedKi - cachedKi, availableKi: totalKi - usedKi - 61_440 };
};

const uptime = (_call: NodeCall, world: World, node: string): string => {
  const upS = Math.floor((world.nowMs() - bootMs(world, node)) / 1000);
  const [days, hours, minutes] = [Math.floor(upS / 86_400), Math.floor(upS / 3600) % 24, Math.floor(upS / 60) % 60];
  const clock = `${hours}:${`${minutes}`.padStart(2, "0")}`;
  const up = days === 0 ? clock : `${days} day${days === 1 ? "" : "s"}, ${clock.padStart(5)}`;
  return ` ${toTimestamp(world.nowMs()).slice(11, 19)} up ${up},  1 user,  load average: ${loads(world, node).join(", ")}\n`;
};

const free = (call: NodeCall, world: World, node: string): string => {
  const { totalKi, usedKi, cachedKi, freeKi, availableKi } = memoryOf(world, node);
  const shown = SIZES[call.args.find((arg) => /^-[hmgbk]$/.test(arg)) ?? "-k"] as (ki: number) => string;
  const row = (name: string, values: readonly number[]): string =>
    `${name.padEnd(8)}${values.map((ki) => shown(ki).padStart(12)).join("")}\n`;
  return `${" ".repeat(8)}${["total", "used", "free", "shared", "buff/cache", "available"].map((name) => name.padStart(12)).join("")}\n${row("Mem:", [totalKi, usedKi, freeKi, 4_216, cachedKi, availableKi])}${row("Swap:", [0, 0, 0])}`;
};

/** A size in KiB with one digit and the largest unit that fits. */
const human = (ki: number, suffix: string): string => {
  const [value, unit] = ki >= 1_048_576 ? [ki / 1_048_576, "G"] : ki >= 1024 ? [ki / 1024, "M"] : [ki, "K"];
  return ki === 0 ? `0${suffix === "i" ? "B" : ""}` : `${value < 10 ? value.toFixed(1) : Math.round(value)}${unit}${suffix}`;
};

const SIZES: Readonly<Record<string, (ki: number) => string>> = {
  "-b": (ki) => `${ki * 1024}`,
  "-g": (ki) => `${Math.floor(ki / 1_048_576)}`,
  "-h": (ki) => human(ki, "i"),
  "-k": (ki) => `${ki}`,
  "-m": (ki) => `${Math.floor(ki / 1024)}`,
};

const df = (call: NodeCall, world: World, node: string): string => {
  const { has, rest } = readOptions(call.args, "hkmTPaxit: human-readable=h");
  const sizeKi = Number.parseInt(nodeOf(world, node).status?.capacity?.["ephemeral-storage"] ?? "102625208Ki", 10);
  const usedKi = SYSTEM_KI + imagesKi(world, node);
  const memory = memoryKi(world, node);
  const disks = [
    { device: "/dev/vda1", sizeKi, usedKi, at: "/" },
    { device: "tmpfs", sizeKi: Math.round(memory / 10), usedKi: 1_184, at: "/run" },
    { device: "tmpfs", sizeKi: Math.round(memory / 2), usedKi: 0, at: "/dev/shm" },
    { device: "/dev/vda15", sizeKi: 126_678, usedKi: 11_840, at: "/boot/efi" },
  ];
  const isInodes = has("i");
  const shown = disks.filter(({ at }) => rest.length === 0 || rest.some((path) => at === "/" || path.startsWith(at)));
  const size = (ki: number): string => (isInodes ? `${Math.round(ki / 16)}` : has("h") ? human(ki, "") : `${ki}`);
  const heads = isInodes
    ? ["Filesystem", "Inodes", "IUsed", "IFree", "IUse%", "Mounted on"]
    : has("h")
      ? ["Filesystem", "Size", "Used", "Avail", "Use%", "Mounted on"]
      : ["Filesystem", "1K-blocks", "Used", "Available", "Use%", "Mounted on"];
  const rows = shown.map(({ device, sizeKi: all, usedKi: used, at }) => {
    const share = isInodes ? used / 40 : used;
    return [device, size(all), size(share), size(all - share), `${Math.ceil((share / all) * 100)}%`, at];
  });
  return columns([heads, ...rows]);
};

const SYSTEM_KI = 5_914_236;

/** Space that the images of a node's containers take on its disk, KiB. */
const imagesKi = (world: World, node: string): number => {
  const images = new Set(containersOn(world, node).map(({ instance }) => instance.image));
  const bytes = [...images].map((image) => {
    const found = resolveImage(world, image);
    return found.kind === "found" ? found.sizeBytes * 2.4 : 0;
  });
  return Math.round(bytes.reduce((sum, size) => sum + size, 0) / 1024);
};

/** Rows as a table: the first and the last column to the left, the others to the right. */
const columns = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] as readonly string[]).map((_, at) => Math.max(...rows.map((row) => (row[at] as string).length)));
  const last = widths.length - 1;
  return rows
    .map((row) =>
      row.map((cell, at) => (at === last ? cell : at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(" "),
    )
    .map((line) => `${line}\n`)
    .join("");
};

const uname = (call: NodeCall, _world: World, node: string): string => {
  const version = "#1 SMP PREEMPT_DYNAMIC Debian 6.1.129-1 (2025-03-06)";
  const parts: Readonly<Record<string, string>> = { s: "Linux", n: node, r: "6.1.0-32-amd64", v: version, m: "x86_64", o: "GNU/Linux" };
  const flags = call.args.join("").replaceAll("-", "");
  const wanted = flags.includes("a") ? Object.keys(parts) : Object.keys(parts).filter((flag) => flags.includes(flag));
  return `${(wanted.length === 0 ? ["s"] : wanted).map((flag) => parts[flag]).join(" ")}\n`;
};

const ip = (call: NodeCall, world: World, node: string): string => {
  const address = addressOfNode(world, node);
  if (/^r/.test(call.args.find((arg) => !arg.startsWith("-")) ?? ""))
    return `default via 172.18.0.1 dev eth0 \n172.18.0.0/16 dev eth0 proto kernel scope link src ${address} \n`;
  return `1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n    inet 127.0.0.1/8 scope host lo\n2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc fq_codel state UP group default qlen 1000\n    inet ${address}/16 brd 172.18.255.255 scope global eth0\n`;
};

/** Reboots would take the containers with them, which nobody is allowed to do by remote command. */
const refuse: NodeProgram = (call) => {
  call.err(`Call to ${call.name === "reboot" ? "Reboot" : "PowerOff"} failed: Access denied as the requested operation is inhibited.\n`);
  return 1;
};

/** Programs that tell of the machine that they run on. */
export const MACHINE_PROGRAMS: Readonly<Record<string, NodeProgram>> = {
  df: tell(df),
  dmesg: tell((call, world, node) =>
    kernelLog(
      world,
      node,
      call.args.some((arg) => /^-\w*T/.test(arg)),
    ),
  ),
  free: tell(free),
  hostname: tell((call, world, node) => `${call.args.some((arg) => /^-\w*[iI]/.test(arg)) ? addressOfNode(world, node) : node}\n`),
  ip: tell(ip),
  kubelet: (call) => {
    if (!call.args.includes("--version")) return call.fail("bind: address already in use");
    call.out("Kubernetes v1.35.4\n");
    return 0;
  },
  netstat: ss,
  nproc: tell((_call, world, node) => `${coresOf(world, node)}\n`),
  poweroff: refuse,
  reboot: refuse,
  ss,
  uname: tell(uname),
  uptime: tell(uptime),
};
