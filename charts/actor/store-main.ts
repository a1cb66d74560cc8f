import { SERVER_APPLETS } from "#sim/stores/store-applets.ts";
import { playStore } from "./play-store.ts";
import { playStoreClient } from "./store-client.ts";

/** Plays one program of a store's image: `store.cjs PROGRAM COMMAND [ARGUMENT ...]`, in the words of `main.ts`. */
const [id = "", ...words] = process.argv.slice(2);
process.title = words[0]?.split("/").pop() ?? id;

void (SERVER_APPLETS[id] === undefined ? playStoreClient(id, words) : playStore(id, words));
