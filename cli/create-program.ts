import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import type { CliCommand, CliOption } from "./command.ts";
import { CliError } from "./errors/cli-error.ts";
import { EXIT_CODES } from "./errors/exit-codes.ts";
import { createOutput } from "./output/output.ts";

/** A command-line program with all its commands. */
export interface Program {
  /** Parses and runs a command line. @returns the exit status */
  run(argv: readonly string[]): Promise<number>;
}

const EXIT_HELP = `\nExit status:\n${Object.values(EXIT_CODES)
  .map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`)
  .join("\n")}`;

/** Creates the program from commands that are described as data. */
export const createProgram = (commands: readonly CliCommand[], version: string): Program => {
  let exitCode: number = EXIT_CODES.ok.code;
  const root = new Command("kubedrill")
    .description("RL gym environment server for SRE agents: seeded, repeatable incidents on Kubernetes clusters.")
    .version(version, "-V, --version", "print the version")
    .helpCommand("help [command]", "explain a command")
    .addHelpText("after", "\nBegin with `kubedrill serve`, or without a server: `kubedrill rollout --policy expert --episodes 5`.\n")
    .exitOverride();
  for (const command of commands) root.addCommand(toCommander(command, (code) => (exitCode = code)));
  return {
    run: async (argv) => {
      const [name, ...words] = argv;
      const own = commands.find((command) => command.takesAllWords === true && command.name === name);
      if (own !== undefined && !(words.length === 1 && words[0] === "--help")) return own.run({}, createOutput(false), words);
      try {
        await root.parseAsync([...argv], { from: "user" });
        return exitCode;
      } catch (error) {
        if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.ok.code : EXIT_CODES.usage.code;
        throw error;
      }
    },
  };
};

const toCommander = (command: CliCommand, finish: (exitCode: number) => void): Command => {
  const made = new Command(command.name)
    .summary(command.summary)
    .description(command.description)
    .exitOverride()
    .showHelpAfterError(`Try \`kubedrill ${command.name} --help\`.`)
    .addHelpText("after", renderExamples(command) + EXIT_HELP);
  for (const { name, description } of command.args ?? []) made.addArgument(new Argument(name, description));
  for (const option of command.options) made.addOption(toOption(option));
  made.option("--json", "print one JSON object per line on stdout and nothing else");
  return made.action(async (...given: unknown[]) => {
    const options = made.opts();
    const args = given.slice(0, (command.args ?? []).length).flat() as string[];
    const output = createOutput(options.json === true);
    const doing = command.doing(options, args);
    if (doing !== undefined) output.info(`${doing} …`);
    finish(await command.run(options, output, args));
  });
};

const toOption = ({ flags, description, fallback, parse, choices, env, required }: CliOption): Option => {
  const option = new Option(flags, description);
  if (fallback !== undefined) option.default(fallback, String(fallback));
  option.makeOptionMandatory(required === true);
  if (env !== undefined) option.env(env);
  if (choices) option.choices([...choices]);
  if (parse) option.argParser((text: string) => parseOrExplain(parse, text));
  return option;
};

/** Parses a value and converts our error into commander's, which adds the usage line. */
const parseOrExplain = (parse: (text: string) => unknown, text: string): unknown => {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof CliError) throw new InvalidArgumentError(error.message);
    throw error;
  }
};

const renderExamples = ({ examples }: CliCommand): string =>
  `\nExamples:\n${examples.map(({ command, says }) => `  # ${says}\n  kubedrill ${command}`).join("\n\n")}\n`;
