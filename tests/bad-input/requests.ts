import type { BadRequest } from "./request.ts";
import { BODIES } from "./requests/bodies.ts";
import { DELETES } from "./requests/deletes.ts";
import { NEGOTIATION } from "./requests/negotiation.ts";
import { PATCHES } from "./requests/patches.ts";
import { PATHS } from "./requests/paths.ts";
import { QUERIES } from "./requests/queries.ts";
import { STREAMS } from "./requests/streams.ts";

/** All requests, in the order in which they are sent. None changes what the next one meets. */
export const REQUESTS: readonly BadRequest[] = [...BODIES, ...NEGOTIATION, ...QUERIES, ...PATHS, ...PATCHES, ...DELETES, ...STREAMS];
