import type { BadRequest } from "./request.ts";
import { BODIES } from "./requests/bodies.ts";
import { DELETES } from "./requests/deletes.ts";
import { GADGET_REQUESTS } from "./requests/gadgets.ts";
import { KIND_FORMATS } from "./requests/kind-formats.ts";
import { KIND_PATCHES } from "./requests/kind-patches.ts";
import { KINDS } from "./requests/kinds.ts";
import { NEGOTIATION } from "./requests/negotiation.ts";
import { PARAMETERS } from "./requests/parameters.ts";
import { PATCHES } from "./requests/patches.ts";
import { PATHS } from "./requests/paths.ts";
import { QUERIES } from "./requests/queries.ts";
import { STREAMS } from "./requests/streams.ts";
import { SUBRESOURCES } from "./requests/subresources.ts";

/** All requests, in the order of sending. None has an effect on the next one. */
export const REQUESTS: readonly BadRequest[] = [
  ...BODIES,
  ...NEGOTIATION,
  ...QUERIES,
  ...PATHS,
  ...PATCHES,
  ...DELETES,
  ...STREAMS,
  ...KINDS,
  ...KIND_FORMATS,
  ...KIND_PATCHES,
  ...PARAMETERS,
  ...SUBRESOURCES,
  ...GADGET_REQUESTS,
];
