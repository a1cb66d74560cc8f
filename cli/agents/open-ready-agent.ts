import { spawnSync } from "node:child_process";
import { CliError } from "../errors/cli-error.ts";
import { AGENT_NAMES, AGENT_RECIPES, type AgentName, type AgentRecipe } from "./agent-recipes.ts";
import { findProgram } from "./find-program.ts";
import { renderAgentCommand } from "./render-agent-command.ts";

/** A ready agent that is installed. */
export interface ReadyAgent {
  /** Command line for `sh -c`. */
  readonly command: string;
  /** Version as it tells it; missing: it tells none. */
  readonly version?: string;
}

/** Time that an agent may take to tell its version, ms. */
const VERSION_TIMEOUT_MS = 30_000;
const VERSION_LENGTH_MAX = 80;

/**
 * Finds an agent on PATH. @param model missing: the agent's own
 * @throws CliError that tells what is missing, how to install it, and what can be run without it
 */
export const openReadyAgent = (name: AgentName, model?: string, path = process.env["PATH"] ?? ""): ReadyAgent => {
  const recipe: AgentRecipe = AGENT_RECIPES[name];
  const missing = programsOf(recipe).filter((program) => findProgram(program, path) === undefined);
  if (missing.length > 0) throw notInstalled(name, missing, path);
  const version = askVersion(recipe, path);
  return { command: renderAgentCommand(recipe, model), ...(version !== undefined && { version }) };
};

const programsOf = ({ program, reaches }: AgentRecipe): readonly string[] => [program, ...(reaches === "kubectl" ? ["kubectl"] : [])];

const notInstalled = (name: AgentName, missing: readonly string[], path: string): CliError => {
  const { program, install, signIn }: AgentRecipe = AGENT_RECIPES[name];
  const installed = AGENT_NAMES.filter((other) => programsOf(AGENT_RECIPES[other]).every((one) => findProgram(one, path) !== undefined));
  const advice = [
    `--agent ${name} needs ${missing.join(" and ")} on PATH, and ${missing.length === 1 ? "it is" : "they are"} not there`,
    ...(missing.includes(program) ? [`install it: ${install}`, `then sign in: ${signIn}`] : []),
    ...(missing.includes("kubectl") ? ["install kubectl: https://kubernetes.io/docs/tasks/tools/"] : []),
    installed.length > 0 ? `installed here: ${installed.join(", ")}` : "no ready agent is installed here",
    "without any: --agent-command with a program of yours, or --policy llm with a model behind --base-url",
  ];
  return new CliError(advice.join("\n  "), "unavailable");
};

const askVersion = ({ program, version }: AgentRecipe, path: string): string | undefined => {
  if (version === undefined) return undefined;
  const { status, stdout } = spawnSync(findProgram(program, path)!, [version], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: VERSION_TIMEOUT_MS,
  });
  const said = status === 0 ? stdout.trim().split("\n")[0]?.slice(0, VERSION_LENGTH_MAX) : undefined;
  return said === "" ? undefined : said;
};
