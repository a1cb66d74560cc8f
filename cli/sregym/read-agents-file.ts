import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { CliError } from "../errors/cli-error.ts";

/** Way to start an agent, as a file `agents.yaml` has it. */
export interface Kickoff {
  readonly name: string;
  /** Command line for `sh -c`. */
  readonly command: string;
  /** Folder in which it starts; missing: an empty one. */
  readonly workdir?: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Reads an agent of a file. @throws CliError where the file, the agent or its command is missing */
export const readKickoff = (file: string, name: string): Kickoff => {
  const { agents } = readFile(file);
  const agent = agents.find((one) => one.name === name);
  if (agent === undefined) throw new CliError(`${file} has no agent ${name}; it has ${agents.map((one) => one.name).join(", ") || "none"}`);
  const { kickoff_command: command, kickoff_workdir: workdir, kickoff_env: env } = agent;
  if (command == null || command.trim() === "")
    throw new CliError(`${file}: the agent ${name} has no kickoff_command, so nothing starts it`);
  return {
    name,
    command,
    ...(workdir == null ? {} : { workdir: resolve(dirname(file), workdir) }),
    env: Object.fromEntries(Object.entries(env ?? {}).map(([variable, value]) => [variable, `${value ?? ""}`])),
  };
};

const schema = z.object({
  agents: z.array(
    z.object({
      name: z.string(),
      kickoff_command: z.string().nullish(),
      kickoff_workdir: z.string().nullish(),
      kickoff_env: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullish(),
    }),
  ),
});

const readFile = (file: string): z.output<typeof schema> => {
  try {
    return schema.parse(parse(readFileSync(file, "utf8")));
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    const what = issue === undefined ? (error as Error).message : `${issue.path.join(".") || "the file"}: ${issue.message}`;
    throw new CliError(`${file} is no list of agents: ${what}; give agents: with name and kickoff_command each`);
  }
};
