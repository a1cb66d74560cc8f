import type { Status } from "#kube/types/meta.ts";
import { type FieldError, forbiddenField, unsupported } from "../../schema/field-error.ts";
import { badRequest, invalid } from "../status.ts";

/** Bad request for invalid options of a list or a watch; undefined when they are valid. */
export const listOptionsProblem = (query: Readonly<Record<string, string>>, isWatch: boolean): Status | undefined => {
  for (const name of NUMBERS) {
    const text = query[name];
    const problem = text === undefined ? undefined : integerProblem(text);
    if (problem !== undefined) return badRequest(problem);
  }
  const errors = isWatch ? watchErrors(query) : listErrors(query);
  return errors.length === 0 ? undefined : invalid("ListOptions", "meta.k8s.io", "", errors);
};

/** Parse error of a text that is no 64-bit integer, in the words of Go's strconv; undefined when it is one. */
export const integerProblem = (text: string): string | undefined => {
  if (!/^[+-]?\d+$/.test(text)) return `strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`;
  const value = BigInt(text.replace("+", ""));
  return value >= -(2n ** 63n) && value < 2n ** 63n ? undefined : `strconv.ParseInt: parsing ${JSON.stringify(text)}: value out of range`;
};

/** The whole number that a resourceVersion is; undefined for a text that is none. */
export const parseVersion = (text: string): number | undefined => (/^\d{1,20}$/.test(text) ? Number(text) : undefined);

/** Error of a resourceVersion that is no number. */
export const versionError = (text: string): string =>
  `resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`;

const NUMBERS = ["limit", "timeoutSeconds"] as const;
const MATCH = "resourceVersionMatch";

const listErrors = (query: Readonly<Record<string, string>>): readonly FieldError[] => {
  const { resourceVersionMatch: match = "", resourceVersion = "" } = query;
  const errors: FieldError[] = [];
  if (match !== "") {
    if (resourceVersion === "") errors.push(forbiddenField(MATCH, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
    if (query["continue"]) errors.push(forbiddenField(MATCH, WITH_CONTINUE));
    if (match !== "Exact" && match !== "NotOlderThan") errors.push(unsupported(MATCH, match, ["Exact", "NotOlderThan", ""]));
    if (match === "Exact" && resourceVersion === "0") {
      errors.push(forbiddenField(MATCH, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
    }
  }
  if (query[INITIAL] !== undefined) errors.push(forbiddenField(INITIAL, "sendInitialEvents is forbidden for list"));
  return errors;
};

const INITIAL = "sendInitialEvents";
const WITH_CONTINUE = "resourceVersionMatch is forbidden when continue is provided";

const watchErrors = (query: Readonly<Record<string, string>>): readonly FieldError[] => {
  const { resourceVersionMatch: match = "" } = query;
  const errors: FieldError[] = [];
  const isInitial = query[INITIAL] !== undefined;
  if (isInitial && match !== "NotOlderThan") {
    errors.push(forbiddenField(MATCH, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
  }
  if (match !== "") {
    if (!isInitial) errors.push(forbiddenField(MATCH, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
    if (match !== "NotOlderThan") errors.push(unsupported(MATCH, match, ["NotOlderThan"]));
  }
  if (query["continue"]) errors.push(forbiddenField(MATCH, WITH_CONTINUE));
  return errors;
};
