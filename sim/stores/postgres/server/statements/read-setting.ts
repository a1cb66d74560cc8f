import type { TokenReader } from "../../../sql/read-tokens.ts";
import { refuse } from "../postgres-error.ts";
import { isSetting, normaliseSetting } from "../postgres-settings.ts";

/** `SET name = value`, `SET name TO value`, `RESET name`, `RESET ALL`, of a role, a database or the system. */
export const readSetting = (reader: TokenReader, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const isReset = reader.next().text === "reset";
  if (isReset && reader.takeWord("all")) {
    reader.expectEnd();
    return {};
  }
  const name = reader.qualifiedName().parts.join(".").toLowerCase();
  if (!isSetting(name)) throw refuse("42704", `unrecognized configuration parameter "${name}"`);
  const { [name]: _before, ...others } = before;
  if (isReset) {
    reader.expectEnd();
    return others;
  }
  const value = readValue(reader, name);
  reader.expectEnd();
  return value === undefined ? others : { ...others, [name]: value };
};

/** Value after the name of a setting; undefined: its default. */
export const readValue = (reader: TokenReader, name: string): string | undefined => {
  if (!reader.takeSign("=")) reader.expectWord("to");
  if (reader.takeWord("default")) return undefined;
  const parts = reader.list(() => {
    const isNegative = reader.takeSign("-");
    const token = reader.next();
    if (token.kind === "end" || token.kind === "sign") throw reader.error(token);
    return `${isNegative ? "-" : ""}${token.text}`;
  });
  const value = normaliseSetting(name, parts.join(", "));
  if (value === undefined)
    throw refuse(
      "22023",
      /^(default_tr|transaction_)/.test(name)
        ? `parameter "${name}" requires a Boolean value`
        : `invalid value for parameter "${name}": "${parts.join(", ")}"`,
    );
  return value;
};
