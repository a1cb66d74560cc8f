import { subdomainProblems } from "#kube/objects/names.ts";
import type { ClientConfig } from "#kube/types/webhooks.ts";
import { type FieldError, invalidValue, required } from "../../schema/field-error.ts";

/** Field errors of a webhook's client configuration, its bundle excepted. */
export const clientConfigErrors = ({ url, service }: ClientConfig, path: string): readonly FieldError[] => {
  if ((url === undefined) === (service === undefined)) return [required(path, "exactly one of url or service is required")];
  return service === undefined ? urlErrors(url ?? "", `${path}.url`) : serviceErrors(service, `${path}.service`);
};

const FORM = "; desired format: https://host[/path]";

const urlErrors = (url: string, field: string): readonly FieldError[] => {
  const { scheme = "", user, host = "", query, fragment } = URL_PARTS.exec(url)?.groups ?? {};
  const errors: FieldError[] = [];
  if (scheme !== "https") errors.push(invalidValue(field, scheme, `'https' is the only allowed URL scheme${FORM}`));
  if (host === "") errors.push(invalidValue(field, "", `host must be specified${FORM}`));
  if (user !== undefined) errors.push(invalidValue(field, user, "user information is not permitted in the URL"));
  if (fragment) errors.push(invalidValue(field, fragment, "fragments are not permitted in the URL"));
  if (query) errors.push(invalidValue(field, query, "query parameters are not permitted in the URL"));
  return errors;
};

const URL_PARTS =
  /^(?:(?<scheme>[A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/(?:(?<user>[^/?#@]*)@)?(?<host>[^/?#]*))?[^?#]*(?:\?(?<query>[^#]*))?(?:#(?<fragment>.*))?$/;

/** Field errors of a webhook's Service; the server swaps name and namespace here. */
const serviceErrors = (
  { name, namespace, path: urlPath, port = 443 }: NonNullable<ClientConfig["service"]>,
  path: string,
): readonly FieldError[] => {
  const errors: FieldError[] = [];
  if (!namespace) errors.push(required(`${path}.name`));
  if (!name) errors.push(required(`${path}.namespace`));
  if (port < 1 || port > 65_535)
    errors.push(invalidValue(`${path}.port`, port, "port is not valid: must be between 1 and 65535, inclusive"));
  if (urlPath !== undefined) errors.push(...urlPathErrors(urlPath, `${path}.path`));
  return errors;
};

const urlPathErrors = (urlPath: string, field: string): readonly FieldError[] => {
  if (urlPath === "/" || urlPath === "") return [];
  if (urlPath === "//") return [invalidValue(field, urlPath, "segment[0] may not be empty")];
  const errors = urlPath.startsWith("/") ? [] : [invalidValue(field, urlPath, "must start with a '/'")];
  for (const [i, segment] of urlPath.slice(1).replace(/\/$/, "").split("/").entries()) {
    const problem = segment === "" ? undefined : subdomainProblems(segment)[0];
    if (segment === "") errors.push(invalidValue(field, urlPath, `segment[${i}] may not be empty`));
    else if (problem !== undefined) errors.push(invalidValue(field, urlPath, `segment[${i}]: ${problem}`));
  }
  return errors;
};
