import type { Applet, AppletCall, AppletResult } from "../interpreter/applet-call.ts";
import { readOptions } from "./options.ts";

/** `cat`: passes on what comes as it comes; numbered or made visible when all of it is there. */
export const cat: Applet = (call) => {
  const { rest, has, unknown } = readOptions(call.args, "unbvetA");
  if (unknown !== undefined) return call.misuse(unknown, USAGE);
  if (!["n", "b", "v", "e", "t", "A"].some(has)) return passOn(call, rest);
  return call.withFiles(rest, (bytes, failures) => {
    call.out(shown(bytes, has));
    return failures > 0 ? 1 : 0;
  });
};

const passOn = (call: AppletCall, rest: readonly string[]): AppletResult => {
  const state = (call.state as { readonly at: number; readonly failures: number } | undefined) ?? { at: 0, failures: 0 };
  const paths = rest.length === 0 ? ["-"] : rest;
  let { at, failures } = state;
  for (; at < paths.length; at++) {
    const path = paths[at] as string;
    if (path !== "-" && call.path(path) !== "/dev/stdin") {
      const opened = call.machine.open(call.proc, path, "read");
      if (!("error" in opened) && (opened.kind === "zero" || opened.kind === "random")) return pour(call);
      const bytes = call.readFile(path);
      if (bytes === undefined) failures += 1;
      else call.out(bytes);
      continue;
    }
    for (;;) {
      if (call.machine.isFull(call.proc, 1)) return { wait: { on: "room", number: 1 }, state: { at, failures } };
      const taken = call.machine.read(call.proc, 0);
      if (taken === undefined) return call.awaitInput({ at, failures });
      call.out(taken.bytes);
      if (call.proc.exit !== undefined || taken.isEnd) break;
    }
  }
  return failures > 0 ? 1 : 0;
};

/** An endless file flows as long as somebody takes it. */
const pour = (call: AppletCall): AppletResult => {
  if (!call.machine.isFull(call.proc, 1)) call.out("\0".repeat(65_536));
  const isPiped = call.proc.fds[1]?.kind === "pipe";
  return isPiped ? { wait: { on: "room", number: 1 }, state: undefined } : call.awaitTime(call.machine.nowMs + 1000, undefined);
};

const shown = (bytes: string, has: (flag: string) => boolean): string => {
  const marksEnds = has("e") || has("A");
  const marksTabs = has("t") || has("A");
  const isVisible = has("v") || marksEnds || marksTabs;
  const lines = bytes.split(/(?<=\n)/).filter((line) => line !== "");
  let number = 0;
  return lines
    .map((line) => {
      const isEmpty = line === "\n";
      const prefix = has("n") || (has("b") && !isEmpty) ? `${`${++number}`.padStart(6)}\t` : "";
      const text = isVisible ? line.replace(/[^\n]/g, (byte) => visible(byte, marksTabs)) : line;
      return `${prefix}${marksEnds ? text.replace(/\n$/, "$\n") : text}${(has("n") || has("b")) && !line.endsWith("\n") ? "\n" : ""}`;
    })
    .join("");
};

const visible = (byte: string, marksTabs: boolean): string => {
  const code = byte.charCodeAt(0);
  if (code >= 128) return `M-${visible(String.fromCharCode(code - 128), true)}`;
  if (byte === "\t" && !marksTabs) return byte;
  if (code === 127) return "^?";
  return code < 32 ? `^${String.fromCharCode(code + 64)}` : byte;
};

const USAGE = `cat [-nbvteA] [FILE]...

Print FILEs to stdout

	-n	Number output lines
	-b	Number nonempty lines
	-v	Show nonprinting characters as ^x or M-x
	-t	...and tabs as ^I
	-e	...and end lines with $
	-A	Same as -vte
`;
