import { keepFor } from "#core/keep-for.ts";
import { type Address, parseAddress } from "#kube/app/address.ts";
import type { ServiceCall } from "#kube/app/behaviour.ts";
import { commandOption } from "#kube/app/command-option.ts";
import { textInVariables } from "#kube/app/component-program.ts";
import type { SettingSource } from "#kube/app/setting-source.ts";
import type { SqlStore } from "#kube/app/store-behaviour.ts";
import type { Process, ProcessStart } from "../../processes/process.ts";
import type { SqlLogin } from "../runtime/process-network.ts";

/** Value of a setting as a process read it when it started: by its flag, variable, file or default; the empty text where none has it. */
export const settingOf = ({ start, app }: Process, name: string): string => {
  const { settings } = readSettings(start);
  let value = settings.get(name);
  if (value === undefined) {
    value = readSetting(start, app?.app.settings[name] ?? {});
    settings.set(name, value);
  }
  return value;
};

/**
 * A number that a description gives, or the setting that holds it; the setting's default where its value is no number or 0.
 *
 * A duration such as `1s` or `250ms` is its number of milliseconds.
 */
export const amountOf = (process: Process, amount: number | string): number => {
  if (typeof amount === "number") return amount;
  return parseAmount(settingOf(process, amount)) || parseAmount(process.app?.app.settings[amount]?.default ?? "");
};

/** Attempts that a call makes at most, the first included. */
export const attemptsOf = (process: Process, { attempts, retries }: ServiceCall): number => {
  if (retries === undefined) return attempts === undefined ? 1 : Math.round(amountOf(process, attempts));
  return 1 + (typeof retries === "number" ? retries : Math.max(0, Math.round(Number(settingOf(process, retries)) || 0)));
};

const parseAmount = (text: string): number => {
  const [, count, unit = ""] = DURATION.exec(text) ?? [];
  return count === undefined ? Number(text) : Number(count) * (UNIT_MS[unit] ?? 1);
};

const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/;
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Host and port that a setting names. */
export const addressOf = (process: Process, setting: string, defaultPort: number): Address => {
  const { addresses } = readSettings(process.start);
  let address = addresses.get(setting);
  if (address === undefined) {
    address = parseAddress(settingOf(process, setting), defaultPort);
    addresses.set(setting, address);
  }
  return address;
};

/** Account and database that the settings of a SQL store name. */
export const sqlLoginOf = (process: Process, { user, password, database }: SqlStore): SqlLogin => ({
  user: settingOf(process, user),
  password: settingOf(process, password),
  database: settingOf(process, database),
});

/** Cache of values that a process has read; files and variables of a start do not change. */
const readSettings = keepFor((_start: ProcessStart) => ({
  settings: new Map<string, string>(),
  addresses: new Map<string, Address>(),
  files: new Map<string, unknown>(),
}));

const readSetting = (start: ProcessStart, source: SettingSource): string =>
  optionOrVariable(start, source) ?? textInFile(start, source) ?? source.default ?? "";

const optionOrVariable = (start: ProcessStart, source: SettingSource): string | undefined =>
  (source.flag === undefined ? undefined : commandOption(start.words ?? [], source.flag)) ??
  textInVariables((variable) => start.env[variable], source);

const textInFile = (start: ProcessStart, { file, path, portPath, pattern }: SettingSource): string | undefined => {
  if (file === undefined) return undefined;
  if (pattern !== undefined) return new RegExp(pattern).exec(textOf(start, file))?.[1];
  if (path === undefined) return undefined;
  const value = fileValue(start, file, path);
  if (value === undefined || portPath === undefined) return value;
  const port = fileValue(start, file, portPath);
  return port === undefined ? undefined : `${value}:${port}`;
};

/** Text or number at a path of a JSON file; a file that is no JSON has none. */
const fileValue = (start: ProcessStart, file: string, path: string): string | undefined => {
  let value = parsedFile(start, file);
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return typeof value === "string" ? value : typeof value === "number" ? `${value}` : undefined;
};

const parsedFile = (start: ProcessStart, file: string): unknown => {
  const { files } = readSettings(start);
  if (!files.has(file)) files.set(file, parseJson(textOf(start, file)));
  return files.get(file);
};

const textOf = ({ files, image }: ProcessStart, file: string): string => files[file] ?? image?.files?.[file] ?? "";

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
