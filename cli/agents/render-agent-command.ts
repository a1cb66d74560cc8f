import { dirname } from "node:path";
import type { AgentRecipe } from "./agent-recipes.ts";

/** Writes a recipe as a command line for `--agent-command`, which first writes the agent's settings. @param model missing: the agent's own */
export const renderAgentCommand = ({ settings, command }: AgentRecipe, model?: string): string =>
  [...(settings === undefined ? [] : writeSettings(settings)), `${command}${model === undefined ? "" : ` --model ${quote(model)}`}`].join(
    "\n",
  );

// The shell puts addresses and the token in, so that neither is in any file outside of the episode's folder.
const writeSettings = ({ path, value }: NonNullable<AgentRecipe["settings"]>): readonly string[] => [
  ...(dirname(path) === "." ? [] : [`mkdir -p ${dirname(path)}`]),
  `cat > ${path} <<END`,
  JSON.stringify(value, null, 2).replaceAll("$schema", "\\$schema"),
  "END",
];

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
