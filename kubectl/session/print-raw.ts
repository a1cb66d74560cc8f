import { CommandFailure } from "./errors.ts";
import { rawPath } from "./raw-request.ts";
import type { Session } from "./session.ts";

/** Handles `get --raw`: prints the answer of a path unchanged. */
export const printRaw = async (session: Session, raw: string): Promise<void> => {
  const { args } = session;
  if (args.words.length > 0) throw new CommandFailure("arguments may not be passed when --raw is specified");
  const beside = ["watch", "watch-only"].find((flag) => args.on(flag)) ?? (args.has("selector") ? "selector" : undefined);
  if (beside !== undefined)
    throw new CommandFailure("--raw may not be specified with other flags that filter the server request or alter the output");
  if (args.text("output")) throw new CommandFailure("--raw and --output are mutually exclusive");
  session.print(await session.read<string>({ ...rawPath(raw), as: "text" }));
};
