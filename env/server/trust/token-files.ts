import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { readSettingFile } from "../../open/read-setting-file.ts";
import { SettingsError } from "../../open/settings-error.ts";
import type { TokenGrant } from "./create-access.ts";
import { SCOPES } from "./scopes.ts";
import { checkSecretMode, isShared } from "./secret-mode.ts";

/**
 * Returns the token of a server's operator: the one of the journal, which clients go on with when a server goes on with their episodes, or
 * a new one, which is kept there.
 * @param path of the token beside the journal, which its owner alone can read; undefined: there is no journal, and each process draws its own
 * @throws an error of the file system: it cannot be kept
 */
export const operatorToken = (path: string | undefined): TokenGrant => {
  const kept = path === undefined ? undefined : readKept(path);
  const operator = { name: "operator", token: kept ?? randomBytes(32).toString("base64url"), scopes: ["admin"] };
  if (path !== undefined && kept === undefined) writeTokenFile(path, operator);
  return operator;
};

/** Reads a kept token; undefined: there is none, not a whole one, or one that others could read. */
const readKept = (path: string): string | undefined => {
  try {
    const token = readFileSync(path, "utf8").trim();
    return token.length < TOKEN_MIN || isShared(path) ? undefined : token;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw cause;
  }
};

/** Writes a token to a file that only its owner can read, in place of an earlier one. @returns a function that removes it */
export const writeTokenFile = (path: string, { token }: TokenGrant): (() => void) => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  rmSync(path, { force: true }); // the mode of a file that is there would stay, and a link would be followed
  writeFileSync(path, `${token}\n`, { mode: 0o600, flag: "wx" });
  return () => rmSync(path, { force: true });
};

/**
 * Reads the tokens of clients: a line each, `name token` and, after another space, scopes separated by commas (missing: train).
 * @throws SettingsError if it cannot be read, others can read the file, or a line is wrong
 */
export const readClientTokens = (path: string): readonly TokenGrant[] => {
  const text = readSettingFile(path).toString();
  checkSecretMode(path);
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line, at) => {
      const [name = "", token = "", scopes = "train"] = line.split(/\s+/);
      if (token.length < TOKEN_MIN)
        throw new SettingsError(`token ${at + 1} of ${path} is too short; give a name and at least ${TOKEN_MIN} characters`);
      const unknown = scopes.split(",").find((scope) => !Object.hasOwn(SCOPES, scope));
      if (unknown !== undefined)
        throw new SettingsError(`token ${at + 1} of ${path} has the scope ${unknown}; there are ${Object.keys(SCOPES).join(", ")}`);
      return { name, token, scopes: scopes.split(",") };
    });
};

const TOKEN_MIN = 16;
