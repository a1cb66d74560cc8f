import { spawn } from "node:child_process";
import type { CliOutput } from "../output/output.ts";

/** Opens an address in the user's browser, and says so where there is none. */
export const openBrowser = async (url: string, output: CliOutput): Promise<void> => {
  const [program, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  const failed = await new Promise<boolean>((resolve) => {
    const child = spawn(program as string, [...args, url], { stdio: "ignore", detached: true });
    child.once("error", () => resolve(true));
    child.once("spawn", () => resolve(false));
    child.unref();
  });
  if (failed) output.info(`no browser could be opened (${program} is not there); open ${url} yourself`);
};

const OPENERS: Readonly<Record<string, readonly string[]>> = { darwin: ["open"], win32: ["cmd", "/c", "start", ""] };
