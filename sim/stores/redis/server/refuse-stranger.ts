import type { World } from "../../../kernel/world.ts";
import type { Process } from "../../../processes/process.ts";
import { COLLECTION_COMMANDS } from "./collection-commands.ts";
import { KEY_COMMANDS } from "./key-commands.ts";
import { redisState, usedMemory } from "./redis-server-state.ts";
import { refuseWrite } from "./refuse-write.ts";
import { STRING_COMMANDS } from "./string-commands.ts";

/** Error with which a server refuses a command of a client without a password; undefined: it carries it out. */
export const refuseStranger = (world: World, process: Process, command: string): string | undefined => {
  const port = process.ports.find(({ serves }) => serves === "redis")?.port;
  const state = port === undefined ? undefined : redisState(world, { process, port });
  if (state === undefined) return undefined;
  const user = state.users["default"];
  if (user?.hasNoPassword !== true || !user.isOn) return "NOAUTH Authentication required.";
  const known = DATA_COMMANDS[command];
  if (known?.groups.includes("write") !== true) return undefined;
  const limit = Number(state.config["maxmemory"] ?? 0);
  const isFull = limit > 0 && usedMemory(state) > limit && state.config["maxmemory-policy"] === "noeviction";
  return isFull && known.needsMemory === true ? "OOM command not allowed when used memory > 'maxmemory'." : refuseWrite(state);
};

const DATA_COMMANDS = { ...STRING_COMMANDS, ...COLLECTION_COMMANDS, ...KEY_COMMANDS };
