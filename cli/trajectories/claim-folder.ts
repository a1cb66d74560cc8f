import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "#core/canonical-json.ts";
import { parseJson } from "#core/parse-json.ts";
import { CliError } from "../errors/cli-error.ts";
import { replaceFile, SCRATCH } from "./replace-file.ts";

/** Settings that decide the bytes of a folder. */
export type FolderPlan = Readonly<Record<string, unknown>>;

/** Makes a folder for a plan, or finds one that was begun with it. @throws CliError that names the settings that differ, or if it holds other files */
export const claimFolder = (folder: string, plan: FolderPlan): void => {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, PLAN_FILE);
  const text = `${canonicalJson(plan)}\n`;
  if (!existsSync(path)) {
    // A kill in the middle of claiming it leaves only the plan's scratch file.
    if (readdirSync(folder).some((name) => name !== `${PLAN_FILE}${SCRATCH}`))
      throw new CliError(`${folder} holds other files and no ${PLAN_FILE}; name a new folder`);
    replaceFile(path, text);
    return;
  }
  const there = readFileSync(path, "utf8");
  if (there === text) return;
  const changes = differences(flatten(parseJson(there)), flatten(parseJson(text)));
  throw new CliError(
    `${folder} was begun with other settings (see its ${PLAN_FILE}): ${changes.join("; ") || "it is damaged"}. Repeat those to go on, or name a new folder`,
  );
};

const PLAN_FILE = "plan.json";

const differences = (there: FolderPlan, here: FolderPlan): readonly string[] =>
  [...new Set([...Object.keys(there), ...Object.keys(here)])].flatMap((name) => {
    const [was, is] = [show(there[name]), show(here[name])];
    return was === is ? [] : [`${name} was ${was} and is ${is} now`];
  });

const show = (value: unknown): string =>
  value === undefined ? "not given" : JSON.stringify(value).replace(/sha256:[0-9a-f]+/, (digest) => digest.slice(0, DIGEST_CHARS));

/** As much of a digest as tells two apart. */
const DIGEST_CHARS = "sha256:".length + 12;

/** Settings in one level: those of the provenance beside the others. */
const flatten = (plan: unknown): FolderPlan => {
  const { provenance, ...settings } = Object(plan) as FolderPlan;
  return { ...settings, ...(Object(provenance) as FolderPlan) };
};
