import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { notAvailable } from "../command-line/refused-commands.ts";
import { CommandFailure } from "../session/errors.ts";

/** `kubectl kustomize`: refused if its arguments are right. */
export const kustomizeCommand: Command = defineCommand({
  path: "kustomize",
  usage: "DIR",
  flags: flagTable(
    "output,o string",
    "as-current-user bool",
    "enable-alpha-plugins bool",
    "enable-helm bool",
    "env,e array",
    "helm-api-versions array",
    "helm-command string",
    "helm-debug bool",
    "helm-kube-version string",
    "load-restrictor string",
    "mount array",
    "network bool",
    "network-name string",
  ),
  run: async ({ args: { words } }) => {
    if (words.length > 1) throw new CommandFailure("specify one path to kustomization.yaml");
    throw notAvailable("kustomize");
  },
});
