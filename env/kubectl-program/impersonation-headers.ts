import type { ParsedArgs } from "#kubectl/command-line/flags.ts";

/** Impersonation headers for `--as` and its like. */
export const impersonationHeaders = (args: ParsedArgs): Readonly<Record<string, string | readonly string[]>> => {
  const headers: Record<string, string | readonly string[]> = {};
  if (args.text("as")) headers["Impersonate-User"] = args.text("as") as string;
  if (args.has("as-group")) headers["Impersonate-Group"] = args.list("as-group");
  if (args.text("as-uid")) headers["Impersonate-Uid"] = args.text("as-uid") as string;
  for (const pair of args.list("as-user-extra")) {
    const [key = ""] = pair.split("=");
    const name = `Impersonate-Extra-${encodeURIComponent(key)}`;
    headers[name] = [...(headers[name] ?? []), pair.slice(key.length + 1)];
  }
  return headers;
};
