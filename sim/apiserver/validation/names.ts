/** What is wrong with a text as an RFC 1123 subdomain: names of most objects. */
export const subdomainProblem = (text: string): string | undefined => {
  if (text.length > 253) return "must be no more than 253 bytes";
  return SUBDOMAIN.test(text) ? undefined : SUBDOMAIN_DETAIL;
};

/** What is wrong with a text as an RFC 1123 label: namespaces, containers, volumes. */
export const labelProblem = (text: string): string | undefined => {
  if (text.length > 63) return "must be no more than 63 bytes";
  return LABEL.test(text) ? undefined : LABEL_DETAIL;
};

/** What is wrong with a text as an RFC 1035 label: Services. */
export const dns1035Problem = (text: string): string | undefined => {
  if (text.length > 63) return "must be no more than 63 bytes";
  return DNS1035.test(text) ? undefined : DNS1035_DETAIL;
};

/** What is wrong with a text as a segment of a path: RBAC objects. */
export const pathSegmentProblem = (text: string): string | undefined => {
  if (text === "." || text === "..") return `may not be '${text}'`;
  const bad = ["/", "%"].find((character) => text.includes(character));
  return bad === undefined ? undefined : `may not contain '${bad}'`;
};

/** What is wrong with a key of a ConfigMap or Secret. */
export const configKeyProblem = (key: string): string | undefined => {
  if (key.length > 253) return "must be no more than 253 bytes";
  if (key === ".") return "must not be '.'";
  if (key === "..") return "must not be '..'";
  if (key.startsWith("..")) return "must not start with '..'";
  return CONFIG_KEY.test(key) ? undefined : CONFIG_KEY_DETAIL;
};

/** What is wrong with a label value. */
export const labelValueProblem = (value: string): string | undefined => {
  if (value.length > 63) return "must be no more than 63 bytes";
  return LABEL_VALUE.test(value) ? undefined : LABEL_VALUE_DETAIL;
};

/** What is wrong with a qualified name: keys of labels, annotations, finalizers. */
export const qualifiedNameProblems = (key: string): readonly string[] => {
  const parts = key.split("/");
  if (parts.length > 2) return [QUALIFIED_DETAIL];
  const [prefix, name] = parts.length === 2 ? [parts[0] as string, parts[1] as string] : [undefined, parts[0] as string];
  const problems: string[] = [];
  if (prefix === "") problems.push("prefix part must be non-empty");
  else if (prefix !== undefined) {
    const problem = subdomainProblem(prefix);
    if (problem !== undefined) problems.push(`prefix part ${problem}`);
  }
  if (name === "") problems.push("name part must be non-empty");
  else if (name.length > 63) problems.push("name part must be no more than 63 bytes");
  if (!QUALIFIED.test(name)) problems.push(`name part ${QUALIFIED_DETAIL}`);
  return problems;
};

/** What is wrong with the name of an environment variable. */
export const envNameProblem = (name: string): string | undefined => {
  if (name === "") return "must be non-empty";
  return /^[\x20-\x3C\x3E-\x7E]+$/.test(name) ? undefined : ENV_DETAIL;
};

/** What is wrong with the name of a port. */
export const portNameProblems = (name: string): readonly string[] => {
  const problems: string[] = [];
  if (name.length > 15) problems.push("must be no more than 15 characters");
  if (!/^[-a-z0-9]+$/.test(name)) problems.push("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  if (!/[a-z]/.test(name)) problems.push("must contain at least one letter (a-z)");
  if (name.includes("--")) problems.push("must not contain consecutive hyphens");
  if (name.startsWith("-") || name.endsWith("-")) problems.push("must not begin or end with a hyphen");
  return problems.length > 0 && name.length > 15 ? problems.slice(0, 1) : problems;
};

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const DNS1035 = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const CONFIG_KEY = /^[-._a-zA-Z0-9]+$/;
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;
const QUALIFIED = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;

const SUBDOMAIN_DETAIL =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL_DETAIL =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const DNS1035_DETAIL =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const CONFIG_KEY_DETAIL =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const LABEL_VALUE_DETAIL =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const QUALIFIED_DETAIL =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const ENV_DETAIL = "a valid environment variable name must consist only of printable ASCII characters other than '='";
