import { chmod, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/**
 * Writes a kubeconfig that only its owner can read.
 * @param file missing: in a new temporary folder
 * @returns its absolute path
 */
export const writeKubeconfig = async (file: string | undefined, text: string): Promise<string> => {
  const path = resolve(file ?? join(await mkdtemp(join(tmpdir(), "kubedrill-")), "kubeconfig"));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text, { mode: 0o600 });
  // A file that was there keeps its mode when it is written.
  await chmod(path, 0o600);
  return path;
};

/** Resolves at the first SIGINT or SIGTERM. */
export const waitForSignal = (): Promise<void> =>
  new Promise((resolve) => {
    const keepAlive = setInterval(() => undefined, KEEP_ALIVE_MS);
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => {
        clearInterval(keepAlive);
        resolve();
      });
  });

const KEEP_ALIVE_MS = 3_600_000;
