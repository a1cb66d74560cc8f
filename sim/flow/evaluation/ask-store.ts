import { invariant } from "#core/invariant.ts";
import type { World } from "../../kernel/world.ts";
import type { Process } from "../../processes/process.ts";
import { askDocuments } from "./ask-documents.ts";
import { askTables } from "./ask-tables.ts";
import type { Leg } from "./call-legs.ts";
import type { StoreRequest } from "./store-request.ts";

/** A command sent to a program's store, whatever product that is. */
export const askStore = (world: World, process: Process, request: StoreRequest): Leg => {
  const { store } = request.app.behaviour;
  invariant(store !== undefined && store.kind !== "key-value", "the description was checked: who asks a store has one");
  return store.kind === "sql" ? askTables(world, process, store, request) : askDocuments(world, process, store, request);
};
