import { err, ok, type Result } from "#core/result.ts";
import { requirementsMatch } from "#kube/objects/label-selector.ts";
import { parseLabelSelector } from "#kube/objects/parse-label-selector.ts";
import type { Status } from "#kube/types/meta.ts";
import type { KindStrategy } from "../../schema/kind-strategy.ts";
import { badRequest } from "../status.ts";
import { type ObjectFilter, parseFieldSelector } from "./field-selector.ts";

/** The selectors of a request as one filter; undefined when it has none. */
export const filterOf = (query: Readonly<Record<string, string>>, strategy: KindStrategy): Result<ObjectFilter | undefined, Status> => {
  const { labelSelector = "", fieldSelector = "" } = query;
  if (labelSelector === "" && fieldSelector === "") return ok(undefined);
  const labels = parseLabelSelector(labelSelector);
  if (!labels.ok) return err(badRequest(labels.error));
  const fields = parseFieldSelector(fieldSelector, strategy);
  if (!fields.ok) return err(badRequest(fields.error));
  if (labelSelector === "") return ok(fields.value);
  return ok((object) => requirementsMatch(labels.value, object.metadata.labels) && fields.value(object));
};
