import { findProgram } from "#sim/programs/runtime/find-program.ts";
import { playMongoClient } from "./mongo-client.ts";
import { playNetcat } from "./netcat.ts";
import { createOwnProcess } from "./own-process.ts";
import { playProgram } from "./play-program.ts";

/**
 * Plays one program of an application: `main.cjs PROGRAM COMMAND [ARGUMENT ...]`.
 *
 * PROGRAM is what the image says that the command runs, in the words of the simulator's image catalogue (`hotel/geo`, `mongod`);
 * the command and its arguments are what the container was started with.
 */
const [id = "", ...words] = process.argv.slice(2);
process.title = words[0]?.split("/").pop() ?? id;

const play = async (): Promise<void> => {
  if (id === "mongo") return await playMongoClient(words.slice(1));
  if (id === "busybox/nc") return playNetcat(words.slice(1));
  const own = createOwnProcess(id, words);
  const program = findProgram(own.process);
  if (program !== undefined) return await playProgram(own, program);
  process.stderr.write(`${words[0] ?? id}: not found\n`);
  process.exitCode = 127;
};

void play();
