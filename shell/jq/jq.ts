import { charge, chargeJson } from "#core/work-budget.ts";
import type { Applet, AppletCall } from "../interpreter/applet-call.ts";
import { fromBytes, toBytes } from "../machine/bytes.ts";
import { type JqCommand, readJqCommand } from "./jq-command.ts";
import { JqRefusal } from "./jq-refusal.ts";
import { isTruthy, JqFailure, jsonText } from "./jq-value.ts";

/** `jq` for the programs that people type. */
export const jq: Applet = (call) => {
  try {
    const command = readJqCommand(call.args.map(fromBytes));
    return call.withFiles(command.files, (bytes, failures) => (failures > 0 ? 2 : filter(call, command, fromBytes(bytes))));
  } catch (error) {
    if (error instanceof JqRefusal) return call.fail(error.message, 2);
    throw error;
  }
};

const filter = (call: AppletCall, { run, letters }: JqCommand, input: string): number => {
  let status = letters.has("e") ? 4 : 0;
  charge(input.length);
  try {
    for (const value of input.trim() === "" ? [] : run(JSON.parse(input))) {
      if (letters.has("S")) chargeJson(value);
      const shown = letters.has("S") ? withSortedKeys(value) : value;
      call.out(toBytes(`${typeof shown === "string" && letters.has("r") ? shown : written(shown, letters.has("c"))}\n`));
      if (letters.has("e")) status = isTruthy(value) ? 0 : 1;
    }
    return status;
  } catch (error) {
    if (error instanceof JqFailure) return call.fail(toBytes(`error (at <stdin>:0): ${error.message}`), 5);
    if (error instanceof SyntaxError) return call.fail("parse error: Invalid JSON", 2);
    throw error;
  }
};

const written = (value: unknown, isCompact: boolean): string => jsonText(value, isCompact ? undefined : 2);

const withSortedKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, withSortedKeys(item)]),
  );
};
