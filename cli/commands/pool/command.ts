import { defineCommand } from "../../command.ts";
import { CliError } from "../../errors/cli-error.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { wholeNumber } from "../../options/option-values.ts";
import { POOL_OPTIONS, poolSettingsOf } from "../../options/pool-options.ts";
import { type PoolOptions, SUBCOMMANDS } from "./subcommands.ts";

export default defineCommand<PoolOptions>({
  name: "pool",
  summary: "make, look at, drain and delete the slots that a server keeps in a real cluster",
  description: [
    "A pool is a number of namespaces in a cluster, or of kind clusters on this machine (--backend kind), each with a whole application, warm and under load, in which episodes take place one after the other. `kubedrill serve --backend namespaces` or `kind` opens the pool by itself; these subcommands are for before, beside and after.",
    "",
    "  provision  make slots until there are --slots of them, and leave them to the next server",
    "  status     every slot and where it is in its life",
    "  drain      let servers of the cluster give no more slots out (--undo: let them go on)",
    "  destroy    delete every slot and what the pool made beside them",
    "  doctor     examine cluster and pool: rights, room, what works by experiment, what is broken",
    "",
    "What is the pool's is known by its journal (--pool) and by one ConfigMap in a namespace that agents cannot read; nothing in a slot says what it is for.",
  ].join("\n"),
  args: [{ name: "subcommand", description: Object.keys(SUBCOMMANDS).join(", ") }],
  options: [
    { flags: "--slots <n>", description: "provision: how many there are to be", parse: wholeNumber("--slots", 1, 1_000), fallback: 4 },
    { flags: "--undo", description: "drain: let servers go on" },
    {
      flags: "--backend <name>",
      description: "namespaces of a cluster, or kind: a cluster each on this machine",
      choices: ["namespaces", "kind"],
    },
    { flags: "--kubeconfig <file>", description: "of the cluster, as its administrator (default: as kubectl finds it)" },
    { flags: "--app <name>", description: "in the slots (default: hotel-reservation)" },
    ...POOL_OPTIONS,
  ],
  examples: [
    { command: "pool doctor --kubeconfig ./admin.yaml", says: "can this cluster hold slots, and what can they do?" },
    { command: "pool provision --slots 8", says: "make them now, so that the server starts warm" },
    { command: "pool provision --slots 8 --values actor --variants 4,9", says: "four slots of each of two variants" },
    { command: "pool status --json", says: "for a program: one line a slot" },
    { command: "pool provision --backend kind --slots 2 --values actor --image-archive ./actor.tar", says: "two clusters of their own" },
    { command: "pool destroy", says: "leave nothing behind" },
  ],
  doing: (options, [subcommand = ""]) => SUBCOMMANDS[subcommand]?.doing(options),
  run: async (options, output, [subcommand = ""]) => {
    const run = SUBCOMMANDS[subcommand]?.run;
    if (run === undefined) throw new CliError(`"${subcommand}" is no subcommand of pool; there are ${Object.keys(SUBCOMMANDS).join(", ")}`);
    const { createPoolAdmin } = await import("#env/open/pool-admin.ts");
    const { backend, kubeconfig, app } = options;
    const admin = createPoolAdmin({ backend, kubeconfig, app, ...poolSettingsOf(options) });
    try {
      return (await run(admin, options, output)) ? EXIT_CODES.ok.code : EXIT_CODES.failed.code;
    } catch (error) {
      const { message } = error as Error;
      if (/does not answer|cannot be read|does not work here/.test(message)) throw new CliError(message, "unavailable");
      throw error;
    }
  },
});
