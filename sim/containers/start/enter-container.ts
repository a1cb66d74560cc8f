import { err, ok, type Result } from "#core/result.ts";
import type { World } from "../../kernel/world.ts";
import type { ContainerEntry } from "../../processes/container-entry.ts";
import { trimmed } from "../../processes/volume-mount-at.ts";
import { folderOf } from "../container-surroundings.ts";
import { findCommand } from "./find-command.ts";
import { rootProblem } from "./root-problem.ts";

/** Mounts the volumes of a container, goes to its folder and finds its command, as runc does. @returns the program's id, or runc's words */
export const enterContainer = (world: World, entry: ContainerEntry): Result<string, string> => {
  const cwd = trimmed(folderOf(entry.process));
  if (!cwd.startsWith("/")) return err("Cwd must be an absolute path");
  const problem = rootProblem(world, entry, cwd);
  if (problem !== undefined) return err(`unable to start container process: ${problem}`);
  const found = findCommand(world, entry.process, entry.word, cwd);
  if (!found.ok) return err(`unable to start container process: ${found.error}`);
  return ok((entry.image.architecture === undefined ? found.value.program : undefined) ?? SCRIPT);
};

/** Program of a container whose first file is none of the image's programs, or is one for another processor: the kernel looks at it then. */
const SCRIPT = "busybox/sh";
