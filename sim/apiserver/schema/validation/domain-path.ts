import { subdomainProblems } from "#kube/objects/names.ts";
import { type FieldError, invalidEach, invalidValue, required } from "../field-error.ts";

/** Field errors of a domain-prefixed path: `example.com/controller`. */
export const domainPathErrors = (field: string, text: string): readonly FieldError[] => {
  if (text === "") return [required(field)];
  const [, host = "", path = ""] = /^([^/]*)\/(.*)$/s.exec(text) ?? [];
  if (host === "" || path === "") return [invalidValue(field, text, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  const errors = invalidEach(field, host, subdomainProblems(host));
  return HTTP_PATH.test(path) ? errors : [...errors, invalidValue(field, path, HTTP_PATH_DETAIL)];
};

const HTTP_PATH = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/;
const HTTP_PATH_DETAIL = "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')";
