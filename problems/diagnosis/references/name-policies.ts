import type { AppRecord } from "#kube/app/app.ts";

/** Writes policies as `networkpolicy/name`: those called a policy, and names like `lockdown-geo` that say what a policy does and to whom. */
export const namePolicies = (text: string, { components }: AppRecord): string => {
  const taken = new Set(components.flatMap(({ name, configMaps }) => [name, ...configMaps.map((map) => map.name)]));
  const holds = (token: string): boolean => components.some(({ name }) => token.includes(name));
  return text
    .replace(TOKEN, (token, kind: string | undefined, name: string) => {
      const isPolicy = kind !== undefined || name.split("-").some((word) => POLICY_WORDS.has(word));
      return taken.has(name) || !isPolicy || !holds(name) ? token : `networkpolicy/${name}`;
    })
    .replace(/(networkpolicy\/[\w.-]*\w) (?:networkpolicy|network policy|netpol|policy)\b/g, "$1");
};

/** A name of several words, with a word for its kind before it or none. */
const TOKEN =
  /(?<![\w./-])((?:network[- ]?policy|netpol|policy)[/ ](?:named |called )?)?([a-z0-9]{1,30}(?:-[a-z0-9]{1,30}){1,8})(?![\w/:]|\.\w)/g;

/** Words by which operators call policies after their effect. */
const POLICY_WORDS = new Set(
  "allow block blocked deny denied drop fence firewall guard harden hardening isolate isolation lock lockdown netpol only policy protect quarantine restrict restricted seal segment shield wall zero".split(
    " ",
  ),
);
