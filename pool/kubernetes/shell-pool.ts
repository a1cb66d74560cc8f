import type { ExecResult } from "#kube/ports/cluster-port.ts";
import type { RemoteShell } from "./remote-shell.ts";

/** Pool of open shells: as many in a place as commands ran there at once. */
export interface ShellPool<Place> {
  /**
   * Runs a command in an idle shell, or in a new one if there is none or it was lost.
   *
   * @returns undefined if the place has no shell any more, or if the command timed out
   */
  run(place: Place, command: readonly string[], timeoutMs: number, stdin?: string): Promise<ExecResult | undefined>;
  close(): void;
}

/**
 * Creates a pool; starts nothing before the first command.
 * @param open starts a shell; undefined: the place is gone
 */
export const createShellPool = <Place>(
  nameOf: (place: Place) => string,
  open: (place: Place) => RemoteShell | undefined | Promise<RemoteShell | undefined>,
): ShellPool<Place> => {
  const idle = new Map<string, RemoteShell[]>();
  const runBy = async (shell: RemoteShell | undefined, place: Place, ...call: Parameters<RemoteShell["run"]>) => {
    const result = await shell?.run(...call);
    if (shell?.isOpen === true) idle.set(nameOf(place), [...(idle.get(nameOf(place)) ?? []), shell]);
    return result;
  };
  return {
    // That a shell was lost is no sign that its place is gone, so that another is asked once more.
    run: async (place, ...call) =>
      (await runBy(takeOpen(idle.get(nameOf(place))), place, ...call)) ?? (await runBy(await open(place), place, ...call)),
    close: () => {
      for (const shell of [...idle.values()].flat()) shell.close();
      idle.clear();
    },
  };
};

/** Takes an idle shell; those that have ended meanwhile are dropped, since a server closes long idle connections. */
const takeOpen = (shells: RemoteShell[] | undefined): RemoteShell | undefined => {
  for (let shell = shells?.pop(); shell !== undefined; shell = shells?.pop()) if (shell.isOpen) return shell;
  return undefined;
};
