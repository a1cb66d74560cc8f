import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { readSettingFile } from "../../open/read-setting-file.ts";
import { SettingsError } from "../../open/settings-error.ts";
import type { TokenGrant } from "./create-access.ts";

/** Scopes of who holds the token that a server writes. */
const OPERATOR_SCOPES = ["train", "eval", "holdout"];

/** Draws the token of a server's operator. */
export const drawOperatorToken = (): TokenGrant => ({
  name: "operator",
  token: randomBytes(32).toString("base64url"),
  scopes: OPERATOR_SCOPES,
});

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
  if ((statSync(path).mode & 0o077) !== 0) throw new SettingsError(`${path} can be read by others; chmod 600 it`);
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line, at) => {
      const [name = "", token = "", scopes = "train"] = line.split(/\s+/);
      if (token.length < TOKEN_MIN)
        throw new SettingsError(`token ${at + 1} of ${path} is too short; give a name and at least ${TOKEN_MIN} characters`);
      return { name, token, scopes: scopes.split(",") };
    });
};

const TOKEN_MIN = 16;
