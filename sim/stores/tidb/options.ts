/** Options of a command line, `--name=value` or `--name value`, without their dashes. */
export const readOptions = (args: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    args.flatMap((arg, i) => {
      const [, name, value] = /^--?([\w-]+)(?:=(.*))?$/.exec(arg) ?? [];
      return name === undefined ? [] : [[name, value ?? args[i + 1] ?? ""]];
    }),
  );

/** `host:port` of each URL in a list with commas; a name before an equals sign is dropped. */
export const endpointsIn = (urls: string): readonly string[] =>
  urls
    .split(",")
    .map((url) => url.replace(/^[^=/]*=/, "").replace(/^https?:\/\//, ""))
    .filter((endpoint) => endpoint !== "");
