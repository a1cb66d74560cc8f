import { CommandFailure } from "../session/errors.ts";

const NAME_RULE =
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')";

/**
 * Rejects an invalid name of an environment variable.
 *
 * @throws CommandFailure in kubectl's words
 */
export const checkVariableName = (name: string): void => {
  const problems = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(name) ? [] : [NAME_RULE];
  if (name === ".") problems.push("must not be '.'");
  else if (name === "..") problems.push("must not be '..'");
  else if (name.startsWith("..")) problems.push("must not start with '..'");
  if (problems.length > 0) throw new CommandFailure(`${JSON.stringify(name)} is not a valid key name: ${problems.join(";")}`);
};
