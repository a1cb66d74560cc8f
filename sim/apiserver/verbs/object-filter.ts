import { err, ok, type Result } from "#core/result.ts";
import { requirementsMatch } from "#kube/label-selector.ts";
import { parseLabelSelector } from "#kube/parse-label-selector.ts";
import type { ResourceRow } from "#kube/resources.ts";
import type { Status } from "#kube/types/meta.ts";
import type { KindStrategy } from "../kind-strategy.ts";
import { EVENTS_VIEW } from "../registry.ts";
import { badRequest } from "../status.ts";
import { type ObjectFilter, parseFieldSelector } from "./field-selector.ts";

/** The selectors of a request as one filter; undefined when it has none. */
export const filterOf = (
  query: Readonly<Record<string, string>>,
  strategy: KindStrategy,
  row?: ResourceRow,
): Result<ObjectFilter | undefined, Status> => {
  const { labelSelector = "" } = query;
  const fieldSelector = row?.resource === EVENTS_VIEW ? asCoreFields(query["fieldSelector"] ?? "") : (query["fieldSelector"] ?? "");
  if (labelSelector === "" && fieldSelector === "") return ok(undefined);
  const labels = parseLabelSelector(labelSelector);
  if (!labels.ok) return err(badRequest(labels.error));
  const fields = parseFieldSelector(fieldSelector, strategy);
  if (!fields.ok) return err(badRequest(fields.error));
  if (labelSelector === "") return ok(fields.value);
  return ok((object) => requirementsMatch(labels.value, object.metadata.labels) && fields.value(object));
};

/** The newer name of a resource has other names for its fields. */
const asCoreFields = (selector: string): string =>
  selector.replace(/(^|,)regarding\./g, "$1involvedObject.").replace(/(^|,)reportingController(?=[=!])/g, "$1reportingComponent");
