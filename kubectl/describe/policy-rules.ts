/** A rule of a role, or of a user's permissions. */
export interface Rule {
  readonly resources?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/** Renders one tabbed line per resource and name (`pods	[]	[]	[get list]`), in kubectl's order: by verbs, then group and resource. */
export const compactRules = (rules: readonly Rule[]): readonly string[] => {
  const merged = new Map<string, string[]>();
  for (const rule of rules) {
    for (const place of placesOf(rule)) {
      const verbs = merged.get(place) ?? [];
      for (const verb of rule.verbs) if (!verbs.includes(verb)) verbs.push(verb);
      merged.set(place, verbs);
    }
  }
  const paths: Line[] = rules.flatMap(({ nonResourceURLs = [], verbs }) =>
    nonResourceURLs.flatMap((url) => verbs.map((verb) => ({ group: "", resource: "", name: "", url, verbs: [verb] }))),
  );
  const resources = [...merged].map(([place, verbs]): Line => {
    const [group, resource, name] = JSON.parse(place) as [string, string, string];
    return { group, resource, name, url: "", verbs };
  });
  return [...paths, ...resources]
    .map((line) => ({ line, key: sortKey(line) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ line }) => textOf(line));
};

interface Line {
  readonly group: string;
  readonly resource: string;
  readonly name: string;
  readonly url: string;
  readonly verbs: readonly string[];
}

const placesOf = ({ apiGroups = [], resources = [], resourceNames = [] }: Rule): readonly string[] =>
  apiGroups.flatMap((group) =>
    resources.flatMap((resource) =>
      (resourceNames.length > 0 ? resourceNames : [""]).map((name) => JSON.stringify([group, resource, name])),
    ),
  );

/** Sort key of a rule: its text as a protobuf message, as in the real program. */
const sortKey = ({ group, resource, name, url, verbs }: Line): string =>
  `[${verbs.join(" ")}],APIGroups:[${group}],Resources:[${resource}],ResourceNames:[${name}],NonResourceURLs:[${url}]`;

const textOf = ({ group, resource, name, url, verbs }: Line): string =>
  `${resourceText(resource, group)}\t[${url}]\t[${name}]\t[${verbs.join(" ")}]`;

const resourceText = (resource: string, group: string): string => {
  const [plural, ...sub] = resource.split("/");
  return `${plural}${group === "" ? "" : `.${group}`}${sub.length === 0 ? "" : `/${sub.join("/")}`}`;
};
