import { bytesOfText, textOfBytes } from "#core/latin1.ts";
import { resolvePath } from "#core/posix-path.ts";
import type { Machine as KubectlMachine } from "#kubectl/session/machine.ts";
import { fromBytes, toBytes } from "#shell/machine/bytes.ts";
import { parentOf } from "#shell/machine/file-system.ts";
import type { Machine } from "#shell/machine/machine.ts";
import type { Proc } from "#shell/machine/process-table.ts";

/** Files and variables of a shell's machine as kubectl sees them. */
export const kubectlFiles = ({ fs }: Machine, { cwd, env }: Proc): KubectlMachine => {
  const full = (path: string): string => resolvePath(path, cwd);
  const read = (path: string): string | undefined => {
    const content = fs.read(full(path));
    return content.ok ? content.bytes : undefined;
  };
  const makeFolders = (path: string): void => {
    if (path === "/" || fs.exists(path)) return;
    makeFolders(parentOf(path));
    fs.makeFolder(path);
  };
  const remove = (path: string): void => {
    for (const name of fs.isFolder(path) ? fs.list(path) : []) remove(`${path}/${name}`);
    fs.remove(path);
  };
  return {
    readFile: (path) => {
      const bytes = read(path);
      return bytes === undefined ? undefined : fromBytes(bytes);
    },
    readBytes: (path) => {
      const bytes = read(path);
      return bytes === undefined ? undefined : bytesOfText(bytes);
    },
    writeFile: (path, content) => {
      makeFolders(parentOf(full(path)));
      fs.write(full(path), typeof content === "string" ? toBytes(content) : textOfBytes(content));
    },
    listFolder: (path) => (fs.isFolder(full(path)) ? fs.list(full(path)) : undefined),
    absolutePath: full,
    temporaryFile: (beginning, end) => `/tmp/${beginning}${fs.list("/tmp").length}${end}`,
    removeFile: (path) => remove(full(path)),
    variable: (name) => env[name],
    runOnTerminal: () => undefined,
  };
};
