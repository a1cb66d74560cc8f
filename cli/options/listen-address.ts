import { CliError } from "../errors/cli-error.ts";

/** Reads `host:port`, `[::1]:port`, `:port` or a port alone. @throws CliError that says how to write it */
export const addressOf = (listen: string | undefined): { readonly host?: string; readonly port?: number } => {
  if (listen === undefined) return {};
  const found = /^(?:\[(?<six>[^\]]+)\]:|(?<four>[^:]*):)?(?<port>\d+)$/.exec(listen)?.groups;
  if (found === undefined) throw new CliError(`--listen is ${JSON.stringify(listen)}; give host:port, such as 127.0.0.1:50051`);
  const host = found.six ?? found.four ?? "";
  return { ...(host === "" ? {} : { host }), port: Number(found.port) };
};
