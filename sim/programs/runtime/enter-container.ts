import { err, ok, type Result } from "#core/result.ts";
import { programOf } from "../../images/image-catalogue.ts";
import type { World } from "../../kernel/world.ts";
import type { ContainerEntry } from "../../processes/container-entry.ts";

/**
 * Does what the runtime does before the first program of a container runs; the world's parts carry it as the constant `enterContainer`.
 *
 * @returns the id of that program, or the failure in the words of runc
 */
export type EnterContainer = (world: World, entry: ContainerEntry) => Result<string, string>;

/** Enters a container; where nothing models its files, its command is one of the image's programs. */
export const enterContainer: EnterContainer = (world, entry) =>
  (world.parts.config["enterContainer"] as EnterContainer | undefined)?.(world, entry) ?? enterImage(entry);

const enterImage = ({ image, word }: ContainerEntry): Result<string, string> => {
  const program = programOf(image, word);
  return program === undefined
    ? err(`unable to start container process: exec: "${word}": executable file not found in $PATH`)
    : ok(program);
};
