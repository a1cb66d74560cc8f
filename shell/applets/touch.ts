import type { Applet } from "../interpreter/applet-call.ts";
import { each } from "./each-path.ts";
import { readOptions } from "./options.ts";
import { parseDate } from "./parse-date.ts";

/** `touch`: makes files, or sets when they were last changed. */
export const touch: Applet = (call) => {
  const { rest, has, value } = readOptions(call.args, "chamd:t:r: date=d reference=r no-create=c");
  const { fs, nowMs } = call.machine;
  const model = value("r");
  const modelMs = model === undefined ? undefined : fs.stat(call.path(model))?.modifiedMs;
  if (model !== undefined && modelMs === undefined) return call.fail(`${model}: No such file or directory`);
  const text = value("d") ?? value("t");
  const givenMs = text === undefined ? undefined : parseDate(text, nowMs);
  if (text !== undefined && givenMs === undefined) return call.fail(`invalid date '${text}'`);
  return each(call, rest, (path) => {
    const full = call.path(path);
    if (!fs.exists(full)) {
      if (has("c")) return undefined;
      const made = call.machine.open(call.proc, path, "append");
      if ("error" in made) return `${path}: ${made.error}`;
    }
    const error = fs.setTime(full, modelMs ?? givenMs ?? nowMs);
    return error === undefined ? undefined : `${path}: ${error}`;
  });
};
