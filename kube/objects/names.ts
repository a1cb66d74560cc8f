/** Lists violations of an RFC 1123 subdomain, the rule for names of most objects. */
export const subdomainProblems = (text: string, unit: Unit = "characters"): readonly string[] =>
  problemsOf(text, 253, SUBDOMAIN, SUBDOMAIN_DETAIL, unit);

/** Lists violations of an RFC 1123 label, the rule for namespaces, containers and volumes. */
export const labelProblems = (text: string): readonly string[] =>
  problemsOf(text, 63, LABEL, SUBDOMAIN.test(text) ? "must not contain dots" : LABEL_DETAIL);

/** Lists violations of an RFC 1035 label, the rule for Services. */
export const dns1035Problems = (text: string): readonly string[] => problemsOf(text, 63, DNS1035, DNS1035_DETAIL);

/** Lists violations of a wildcard host such as `*.example.com`. */
export const wildcardProblems = (text: string): readonly string[] => problemsOf(text, 253, WILDCARD, WILDCARD_DETAIL);

/** Lists violations of a path segment, the rule for RBAC objects. */
export const pathSegmentProblems = (text: string): readonly string[] => {
  if (text === "." || text === "..") return [`may not be '${text}'`];
  return ["/", "%"].filter((character) => text.includes(character)).map((bad) => `may not contain '${bad}'`);
};

/** Lists violations of a key of a ConfigMap or Secret. */
export const configKeyProblems = (key: string): readonly string[] => {
  const problems = problemsOf(key, 253, CONFIG_KEY, CONFIG_KEY_DETAIL);
  if (key === ".") return [...problems, "must not be '.'"];
  if (key === "..") return [...problems, "must not be '..'"];
  return key.startsWith("..") ? [...problems, "must not start with '..'"] : problems;
};

/** Lists violations of a label value. */
export const labelValueProblems = (value: string): readonly string[] => problemsOf(value, 63, LABEL_VALUE, LABEL_VALUE_DETAIL, "bytes");

/** Lists violations of a qualified name, the rule for keys of labels and annotations and for finalizers. */
export const qualifiedNameProblems = (key: string): readonly string[] => {
  const parts = key.split("/");
  if (parts.length > 2)
    return [`a valid label key ${QUALIFIED_DETAIL} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  const [prefix, name] = parts.length === 2 ? [parts[0] as string, parts[1] as string] : [undefined, parts[0] as string];
  const problems: string[] = [];
  if (prefix === "") problems.push("prefix part must be non-empty");
  else if (prefix !== undefined) problems.push(...subdomainProblems(prefix, "bytes").map((problem) => `prefix part ${problem}`));
  if (name === "") problems.push("name part must be non-empty");
  else if (name.length > 63) problems.push("name part must be no more than 63 bytes");
  if (!QUALIFIED.test(name)) problems.push(`name part ${QUALIFIED_DETAIL}`);
  return problems;
};

/** Lists violations of a name of an environment variable. */
export const envNameProblems = (name: string): readonly string[] => {
  if (name === "") return ["environment variable name must be non-empty"];
  return /^[\x20-\x3C\x3E-\x7E]+$/.test(name) ? NONE : [ENV_DETAIL];
};

/** Lists violations of a port name. */
export const portNameProblems = (name: string): readonly string[] => {
  const problems: string[] = [];
  if (name.length > 15) problems.push("must be no more than 15 characters");
  if (!/^[-a-z0-9]+$/.test(name)) problems.push("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  if (!/[a-z]/.test(name)) problems.push("must contain at least one letter (a-z)");
  if (name.includes("--")) problems.push("must not contain consecutive hyphens");
  if (name.startsWith("-") || name.endsWith("-")) problems.push("must not begin or end with a hyphen");
  return problems;
};

const NONE: readonly string[] = [];

/** Unit of length limits, in which the server's two validation libraries differ. */
type Unit = "characters" | "bytes";

const problemsOf = (text: string, lengthMax: number, pattern: RegExp, detail: string, unit: Unit = "characters"): readonly string[] => {
  const isFit = pattern.test(text);
  if (text.length > lengthMax) return [`must be no more than ${lengthMax} ${unit}`, ...(isFit ? [] : [detail])];
  return isFit ? NONE : [detail];
};

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const DNS1035 = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const CONFIG_KEY = /^[-._a-zA-Z0-9]+$/;
const LABEL_VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;
const QUALIFIED = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;

const SUBDOMAIN_DETAIL =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const WILDCARD = /^\*\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const WILDCARD_DETAIL =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
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
