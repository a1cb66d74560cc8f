import { APP_PROGRAMS } from "#sim/apps/app-programs.ts";
import { playMongoClient } from "./mongo-client.ts";
import { createOwnProcess } from "./own-process.ts";
import { playProgram } from "./play-program.ts";

/**
 * Plays one program of an application: `main.js PROGRAM COMMAND [ARGUMENT ...]`.
 *
 * PROGRAM is what the image says that the command runs, in the words of the simulator's image catalogue (`hotel/geo`, `mongod`);
 * the command and its arguments are what the container was started with.
 */
const [id = "", ...words] = process.argv.slice(2);
process.title = words[0]?.split("/").pop() ?? id;

if (id === "mongo") await playMongoClient(words.slice(1));
else {
  const program = APP_PROGRAMS[id];
  if (program === undefined) {
    process.stderr.write(`${words[0] ?? id}: not found\n`);
    process.exit(127);
  }
  await playProgram(createOwnProcess(id, words), program);
}
