import { readOptions } from "#shell/applets/options.ts";
import type { ContainerApplet, ContainerCall } from "../container-applet.ts";
import { type Mount, mountAt, mountsOf } from "../machine/mounts.ts";

/** `mount` without arguments, one line a mount. Nothing can be mounted from inside a container. */
const mount: ContainerApplet = (call) => {
  const { rest, value } = readOptions(call.args, "alvrwnfst:o:");
  const type = value("t");
  if (rest.length > 0) return call.fail(rest.length === 1 ? `can't find ${rest[0]} in /etc/fstab` : "permission denied (are you root?)");
  for (const entry of tableOf(call))
    if (type === undefined || entry.type === type) call.out(`${entry.source} on ${entry.path} type ${entry.type} (${entry.options})\n`);
  return 0;
};

/** `df`: how full every mount is, or those that hold the paths. */
const df: ContainerApplet = (call) => {
  const { rest, has } = readOptions(call.args, "kPTahHmin");
  const unit = UNITS.find(({ flag }) => has(flag)) ?? KIBIBYTES;
  const title = has("P") && unit === KIBIBYTES ? "1024-blocks" : unit.title;
  call.out(
    `Filesystem           ${has("T") ? "Type       " : ""}${title.padEnd(15)}Used Available ${has("P") ? "Capacity" : "Use%"} Mounted on\n`,
  );
  const line = (entry: Mount): void => {
    const { totalKiB, usedKiB, freeKiB } = entry.space ?? { totalKiB: 0, usedKiB: 0, freeKiB: 0 };
    const sizes = [totalKiB, usedKiB, freeKiB].map((size) => unit.show(size).padStart(9)).join(" ");
    const type = has("T") ? ` ${entry.type.padEnd(10)}` : "";
    call.out(`${entry.source.padEnd(20)}${type} ${sizes} ${`${percent(usedKiB, freeKiB)}`.padStart(3)}% ${entry.path}\n`);
  };
  const table = tableOf(call);
  if (rest.length === 0) for (const entry of table) if (entry.space !== undefined || has("a")) line(entry);
  let status = 0;
  for (const path of rest) {
    const full = call.machine.fs.resolve(call.path(path));
    if (call.machine.fs.exists(full)) line(mountAt(table, full));
    else status = call.fail(`${path}: can't find mount point`);
  }
  return status;
};

/** Applets about what is mounted where. */
export const MOUNT_APPLETS: Readonly<Record<string, ContainerApplet>> = { df, mount };

const tableOf = ({ machine }: ContainerCall): readonly Mount[] => mountsOf(machine.world, machine.process);

/** Of what is used or can be used, rounded. */
const percent = (usedKiB: number, freeKiB: number): number =>
  usedKiB + freeKiB === 0 ? 0 : Math.round((usedKiB * 100) / (usedKiB + freeKiB));

const human =
  (base: number) =>
  (sizeKiB: number): string => {
    let size = sizeKiB * 1024;
    if (size === 0) return "0";
    for (const letter of ["", "K", "M", "G", "T"]) {
      if (size < base || letter === "T") return letter === "" ? `${size}` : `${size.toFixed(1)}${letter}`;
      size /= base;
    }
    return "";
  };

const KIBIBYTES = { flag: "k", title: "1K-blocks", show: (sizeKiB: number): string => `${sizeKiB}` };
const UNITS = [
  { flag: "h", title: "Size", show: human(1024) },
  { flag: "H", title: "Size", show: human(1000) },
  { flag: "m", title: "1M-blocks", show: (sizeKiB: number): string => `${Math.round(sizeKiB / 1024)}` },
];
