import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/**
 * Reads the options of a command that measures or records. With `--help` it prints the usage and ends the process; so it does, with
 * status 2, with one that is unknown.
 *
 * @param usage how to call the command and what it does, with every option and its default
 */
export const readOptions = <const T extends ParseArgsOptionsConfig>(usage: string, options: T) => {
  const { help, values } = parse(usage, options);
  if (help) exit(usage, 0);
  return values;
};

const parse = <const T extends ParseArgsOptionsConfig>(usage: string, options: T) => {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: "boolean", short: "h" } } });
    return { values: values as ReturnType<typeof parseArgs<{ options: T }>>["values"], help: "help" in values && values.help === true };
  } catch (error) {
    return exit(`${(error as Error).message}\n\n${usage}`, 2);
  }
};

const exit = (text: string, status: number): never => {
  (status === 0 ? process.stdout : process.stderr).write(text);
  process.exit(status);
};
