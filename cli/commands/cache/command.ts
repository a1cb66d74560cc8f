import { defineCommand } from "../../command.ts";
import { CliError } from "../../errors/cli-error.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";

interface CacheOptions {
  readonly out: string;
  readonly app?: readonly string[];
}

export default defineCommand<CacheOptions>({
  name: "cache",
  summary: "make the worlds of all variants once, for servers that share them",
  description:
    "kubedrill cache warm boots each variant of each application, without and with each kind of fixture, and writes the worlds to a folder that servers of the same build read: serve --warm-cache, or KUBEDRILL_SERVER_WARM_CACHE, which all commands that play episodes heed. They never write to it, so that one folder serves a hundred of them, from an image or a volume that is only read. A cache of another build is refused; the same command makes it anew. It takes some minutes of one core, and half a gigabyte at most.",
  args: [{ name: "subcommand", description: "warm" }],
  options: [
    { flags: "--out <folder>", description: "where to write; new, empty, or a cache", required: true },
    {
      flags: "--app <names>",
      description: "these applications, with commas between (default: all)",
      parse: (text) => text.split(","),
    },
  ],
  examples: [
    { command: "cache warm --out /opt/kubedrill-worlds", says: "all of them, as an image's build does" },
    { command: "cache warm --out worlds --app hotel-reservation", says: "those of one application" },
    { command: "serve --warm-cache /opt/kubedrill-worlds", says: "then serve from them" },
  ],
  doing: ({ out }) => `making worlds for servers to share, into ${out}`,
  run: async ({ out, app }, output, [subcommand = ""]) => {
    if (subcommand !== "warm") throw new CliError(`"${subcommand}" is no subcommand of cache; there is warm`);
    const { beginWarmCache } = await import("#env/open/make-warm-cache.ts");
    const { SettingsError } = await import("#env/open/settings-error.ts");
    const work = await beginWarmCache(out, app).catch((error: unknown) => {
      throw error instanceof SettingsError ? new CliError(error.message) : error;
    });
    const bar = output.progress(work.variants, "variants");
    try {
      for await (const made of work.make()) {
        output.emit({ event: "made", ...made });
        bar.advance();
      }
    } finally {
      bar.stop();
    }
    const { worlds, bytes } = work.end();
    output.emit({ event: "ready", folder: out, worlds, bytes });
    output.print(`${worlds} worlds of ${work.variants} variants, ${Math.ceil(bytes / 2 ** 20)} MiB: kubedrill serve --warm-cache ${out}`);
    return EXIT_CODES.ok.code;
  },
});
