import { keepFor } from "#core/keep-for.ts";
import type { Process, ProcessStart } from "../../runtime/process.ts";
import { HOTEL_CONFIG } from "./built-in-config.ts";

/** The settings that a hotel program runs with: its config.json as it was when it started. */
export const configOf = ({ start }: Process): Readonly<Record<string, string>> => readConfig(start);

/** The program ignores what it cannot parse and takes every setting that is missing, or no text, for the empty one. */
const readConfig = keepFor(({ files }: ProcessStart): Readonly<Record<string, string>> => {
  const text = files[CONFIG_PATH];
  if (text === undefined) return HOTEL_CONFIG;
  const parsed = parseJson(text);
  if (typeof parsed !== "object" || parsed === null) return {};
  return Object.fromEntries(Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Where the programs look for their settings. */
export const CONFIG_PATH = "/workspace/config.json";

/** Splits `host:port`; the port is 0 where there is none. */
export const parseAddress = (address: string, defaultPort: number): { readonly host: string; readonly port: number } => {
  const [host = "", port] = address.split(":");
  return { host, port: port === undefined ? defaultPort : Number.parseInt(port, 10) || 0 };
};

/** A port setting as the program reads it: what is no number is 0, and 0 listens wherever the kernel likes. */
export const parsePort = (text: string | undefined): number => (/^\d+$/.test(text ?? "") ? Number(text) : 0);
