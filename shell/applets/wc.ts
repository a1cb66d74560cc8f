import type { Applet, AppletCall, AppletResult } from "../interpreter/applet-call.ts";
import { countLines } from "./lines-of.ts";
import { readOptions } from "./options.ts";

/** `wc`: numbers of lines, words and bytes. */
export const wc: Applet = (call) => {
  const { rest, has } = readOptions(call.args, "lwcmL");
  const flags = (["l", "w", "c"] as const).filter((flag) => has(flag) || (flag === "c" && has("m")));
  const wanted = flags.length === 0 ? (["l", "w", "c"] as const) : flags;
  const render = (counts: Counts, name: string): string => {
    const shown = wanted.map((flag) => `${counts[flag]}`);
    // A number that stands alone, and in one line, needs no column.
    const isOnly = shown.length === 1 && rest.length < 2;
    return `${shown.map((count) => (isOnly ? count : count.padStart(9))).join(" ")}${name === "" ? "" : ` ${name}`}\n`;
  };
  if (rest.length === 0) return countInput(call, (counts) => call.out(render(counts, "")));
  let [status, total] = [0, NOTHING];
  for (const path of rest) {
    const bytes = call.readFile(path);
    if (bytes === undefined) status = 1;
    else {
      const counts = countOn(NOTHING, bytes);
      total = { ...counts, l: total.l + counts.l, w: total.w + counts.w, c: total.c + counts.c };
      call.out(render(counts, path));
    }
  }
  if (rest.length > 1) call.out(render(total, "total"));
  return status;
};

/** Lines, words and bytes so far, and whether the last byte belongs to a word. */
interface Counts {
  readonly l: number;
  readonly w: number;
  readonly c: number;
  readonly isInWord: boolean;
}

const NOTHING: Counts = { l: 0, w: 0, c: 0, isInWord: false };

const countOn = ({ l, w, c, isInWord }: Counts, bytes: string): Counts => {
  if (bytes === "") return { l, w, c, isInWord };
  const words = bytes.match(/\S+/g)?.length ?? 0;
  return {
    l: l + countLines(bytes),
    w: w + words - (isInWord && /^\S/.test(bytes) ? 1 : 0),
    c: c + bytes.length,
    isInWord: /\S$/.test(bytes),
  };
};

/** Counts the input as it comes, so that its length does not matter. */
const countInput = (call: AppletCall, show: (counts: Counts) => void): AppletResult => {
  let counts = (call.state as Counts | undefined) ?? NOTHING;
  for (;;) {
    const taken = call.machine.read(call.proc, 0);
    if (taken === undefined) return call.awaitInput(counts);
    counts = countOn(counts, taken.bytes);
    if (!taken.isEnd) continue;
    show(counts);
    return 0;
  }
};
