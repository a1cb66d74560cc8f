import type { Applet, AppletCall, AppletResult } from "../interpreter/applet-call.ts";

/** `dd`: copies blocks; big ones take time and, on a file system in memory, memory. */
export const dd: Applet = (call) => {
  const option = (name: string) => call.args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
  const blockBytes = sizeOf(option("bs") ?? "512");
  const count = option("count") === undefined ? undefined : sizeOf(option("count") as string);
  if (Number.isNaN(blockBytes)) return call.fail(`invalid number '${option("bs")}'`);
  const from = option("if");
  const source = from === undefined ? call.proc.fds[0] : call.machine.open(call.proc, from, "read");
  if (source !== undefined && "error" in source) return call.fail(`can't open '${from}': ${source.error}`);
  if (source?.kind === "zero" || source?.kind === "random") return copyEndless(call, blockBytes, count, option("of"));
  if (from === undefined) return call.withInput((bytes) => copy(call, bytes, { blockBytes, count, to: option("of") }));
  return copy(call, call.readFile(from) ?? "", { blockBytes, count, to: option("of") });
};

const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  c: 1,
  w: 2,
  b: 512,
  k: 1024,
  K: 1024,
  M: 1_048_576,
  G: 1_073_741_824,
  kB: 1000,
  MB: 1_000_000,
};

const sizeOf = (text: string): number => {
  const match = /^(\d+)([a-zA-Z]*)$/.exec(text);
  return match === null ? Number.NaN : Number(match[1]) * (UNITS[match[2] ?? ""] ?? Number.NaN);
};

const BYTES_PER_MS = 1_500_000;
/** Of a file that is longer only its beginning is kept. */
const KEPT_BYTES = 262_144;

const copyEndless = (call: AppletCall, blockBytes: number, count: number | undefined, to: string | undefined): AppletResult => {
  if (count === undefined) {
    const startedAtMs = typeof call.state === "number" ? call.state : call.machine.nowMs;
    if (to !== undefined && /^\/(dev\/shm|mem)/.test(call.path(to)))
      call.proc.heapMiB = ((call.machine.nowMs - startedAtMs) * BYTES_PER_MS) / 1_048_576;
    return call.awaitTime(call.machine.nowMs + 1000, startedAtMs);
  }
  const bytes = blockBytes * count;
  const tookMs = Math.max(1, Math.round(bytes / BYTES_PER_MS));
  if (call.state === undefined) return call.awaitTime(call.machine.nowMs + tookMs, "copied");
  return finish(call, "\0".repeat(Math.min(bytes, KEPT_BYTES)), { bytes, full: count, partial: 0, to, tookMs });
};

const copy = (
  call: AppletCall,
  input: string,
  { blockBytes, count, to }: { readonly blockBytes: number; readonly count: number | undefined; readonly to: string | undefined },
): AppletResult => {
  const bytes = count === undefined ? input : input.slice(0, blockBytes * count);
  const full = Math.floor(bytes.length / blockBytes);
  return finish(call, bytes, { bytes: bytes.length, full, partial: bytes.length > full * blockBytes ? 1 : 0, to, tookMs: 1 });
};

const finish = (
  call: AppletCall,
  content: string,
  {
    bytes,
    full,
    partial,
    to,
    tookMs,
  }: { readonly bytes: number; readonly full: number; readonly partial: number; readonly to: string | undefined; readonly tookMs: number },
): number => {
  if (to === undefined) call.out(content);
  else {
    const target = call.machine.open(call.proc, to, "write");
    if ("error" in target) return call.fail(`can't open '${to}': ${target.error}`);
    call.machine.write({ ...call.proc, fds: { ...call.proc.fds, 9: target } }, 9, content);
    if (bytes > content.length) call.machine.fs.setSize(call.path(to), bytes);
  }
  const seconds = tookMs / 1000;
  const size = bytes < 1024 ? "" : ` (${humanSize(bytes)})`;
  call.err(
    `${full}+${partial} records in\n${full}+${partial} records out\n${bytes} bytes${size} copied, ${seconds.toFixed(6)} seconds, ${humanSize(bytes / seconds)}/s\n`,
  );
  return 0;
};

const humanSize = (bytes: number): string => {
  let value = bytes;
  let unit = 0;
  for (; value >= 1024 && unit < 4; unit++) value /= 1024;
  return `${value.toFixed(1)}${["B", "KB", "MB", "GB", "TB"][unit]}`;
};
