import { toMicroTimestamp } from "#core/timestamp.ts";
import { toBytes } from "#shell/machine/bytes.ts";
import type { ContainerCall } from "../../containers/container-applet.ts";

/** One entry of the log of a PD, TiKV or TiDB. */
export interface PingcapEntry {
  readonly level: "INFO" | "WARN" | "ERROR" | "FATAL";
  /** Place in the source: `server.go:295`. */
  readonly source: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string | number>>;
}

/** An entry in the unified log format of TiDB. */
export const pingcapLine = (atMs: number, { level, source, message, fields = {} }: PingcapEntry): string => {
  const at = toMicroTimestamp(atMs);
  const stamp = `${at.slice(0, 10).replaceAll("-", "/")} ${at.slice(11, 23)} +00:00`;
  const parts = Object.entries(fields).map(([name, value]) => `[${quoted(name)}=${quoted(`${value}`)}]`);
  return [`[${stamp}] [${level}] [${source}] [${quoted(message)}]`, ...parts].join(" ");
};

/** Writes an entry as the program of an applet. */
export const sayEntry = (call: ContainerCall, entry: PingcapEntry): void =>
  call.out(toBytes(`${pingcapLine(call.machine.nowMs, entry)}\n`));

/** Texts with anything but plain characters stand in quotes. */
const quoted = (text: string): string => (/^[\w.:/@+-]+$/.test(text) ? text : `"${text.replaceAll('"', '\\"')}"`);
