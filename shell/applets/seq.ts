import type { Applet } from "../interpreter/applet-call.ts";
import { readOptions } from "./options.ts";

/** `seq`: numbers from the first to the last. */
export const seq: Applet = (call) => {
  const { has, value, unknown, rest } = readOptions(call.args, "ws:");
  // Below zero a number looks like an option, unless one came before it.
  if (unknown !== undefined && !/^\+?[\d.]/.test(call.args[0] ?? "")) return call.misuse(unknown, USAGE);
  const operands = unknown === undefined ? rest : call.args;
  if (operands.length === 0 || operands.length > 3) return call.usage(USAGE);
  if (!operands.every((text) => /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text))) return call.usage(USAGE);
  const given = operands.map(Number);
  const [first = 1, step = 1, last = first] = given.length === 1 ? [1, 1, given[0]] : given.length === 2 ? [given[0], 1, given[1]] : given;
  const digits = Math.max(...operands.slice(0, -1).map(decimals), 0);
  const count = Math.floor((last - first) / step + 1e-9) + 1;
  const values = Array.from({ length: Math.max(0, Math.min(Number.isFinite(count) ? count : SEQUENCE_MAX, SEQUENCE_MAX)) }, (_, i) =>
    (first + i * step).toFixed(digits),
  );
  const width = has("w") ? Math.max(...values.map((text) => text.length), 0) : 0;
  const padded = values.map((text) => (text.startsWith("-") ? `-${text.slice(1).padStart(width - 1, "0")}` : text.padStart(width, "0")));
  if (padded.length > 0) call.out(`${padded.join(value("s") ?? "\n")}\n`);
  return 0;
};

const decimals = (text: string): number => text.split(".")[1]?.length ?? 0;

const SEQUENCE_MAX = 200_000;

const USAGE = `seq [-w] [-s SEP] [FIRST [INC]] LAST

Print numbers from FIRST to LAST, in steps of INC.
FIRST, INC default to 1.

	-w	Pad to last with leading zeros
	-s SEP	String separator
`;
