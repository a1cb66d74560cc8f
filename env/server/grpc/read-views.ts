import { z } from "zod";
import type { ViewRequest } from "../../host/episode-protocol.ts";
import { dropMissing } from "./drop-missing.ts";
import { countField, jsonObjectField, textField } from "./read-wire.ts";
import { REQUEST_BOUNDS } from "./request-bounds.ts";

/** Schema of a requested view. */
export const viewField = z
  .object({
    name: textField(64).min(1, "is missing; name a view"),
    maxBytes: countField(1, REQUEST_BOUNDS.observationBytes).optional(),
    paramsJson: jsonObjectField(4_096).optional(),
  })
  .transform(({ name, maxBytes, paramsJson }): ViewRequest => dropMissing({ name, maxBytes, params: paramsJson }));
