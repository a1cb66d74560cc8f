import type { AppComponent, AppRecord } from "#kube/app/app.ts";
import { findKind } from "#kube/objects/custom-kinds.ts";
import type { Span } from "./compile-words.ts";

/** A component or object that a text names. */
export interface Mention extends Span {
  /** Missing for objects that belong to no component of the app. */
  readonly component?: AppComponent;
  /** The object itself, where more than a bare name is given: `service/geo`, `configmap/geo-config`. */
  readonly resource?: string;
  /** The kind that stands beside the name. */
  readonly kind?: string;
  /** A word of everyday language that may not be meant as a name. */
  readonly isLoose: boolean;
  /** Part of an address or a program's name, which is rather a value than a subject. */
  readonly isAddress: boolean;
}

/**
 * Finds the resources that a sentence mentions: bare names, pods with hashes, addresses, paths, `kind/name`, databases, "every service".
 */
export const findMentions = (sentence: string, app: AppRecord): readonly Mention[] => {
  const all = EVERYTHING.exec(sentence);
  const named = [...sentence.matchAll(TOKEN)].flatMap(({ index, 0: raw }) => {
    const token = raw.replace(/'s$|[.:/-]+$/g, "").replace(/[.:/-]+$/, "");
    return resolveToken({ token, from: index, sentence }, app);
  });
  const found = [...named, ...provisionersIn(sentence)].sort((a, b) => a.from - b.from);
  return all === null || found.some(({ component }) => component !== undefined)
    ? found
    : [...found, { from: all.index, to: all.index + all[0].length, resource: "deployment/*", isLoose: false, isAddress: false }];
};

/** Words for the program that makes volumes for claims, which is in a namespace of its own. */
const PROVISIONER =
  /(?<![\w/-])(?:local-path-provisioner(?:-[a-z0-9]+){0,2}|(?:storage|volume|dynamic(?: storage| volume)?) provisioner)(?![\w/-])/g;

const PROVISIONER_RESOURCE = "deployment/local-path-storage/local-path-provisioner";

const provisionersIn = (sentence: string): readonly Mention[] =>
  [...sentence.matchAll(PROVISIONER)].map(({ index, 0: { length } }) => ({
    from: index,
    to: index + length,
    resource: PROVISIONER_RESOURCE,
    kind: "deployment",
    isLoose: false,
    isAddress: false,
  }));

const TOKEN = /[a-z0-9][\w.:@/-]*(?:'s)?/g;

/** All workloads at once. */
const EVERYTHING = /\b(?:all|every|each of the|each) (?:the |of the )?(?:services?|deployments?|workloads?|components?|microservices?)\b/;

/** A word and where it stands. */
interface Token {
  readonly token: string;
  readonly from: number;
  readonly sentence: string;
}

const resolveToken = ({ token, from, sentence }: Token, app: AppRecord): readonly Mention[] => {
  if (IS_VALUE.test(sentence.slice(Math.max(0, from - 12), from))) return [];
  const span = { from, to: from + token.length, isLoose: false, isAddress: false };
  if (token.includes("/")) return resolvePath(token, span, app);
  const isAddress = /:\d+$/.test(token) || RUN_AS_PROGRAM.test(sentence.slice(0, from));
  const component = componentNamed(token.replace(/:.*$/, ""), app);
  const user = app.components.find(
    ({ auth }) => auth !== undefined && (token === auth.database || token === `${auth.user}@${auth.database}`),
  );
  if (user !== undefined) return [{ ...span, component: user }];
  const kindBefore = /\b(pod|deployment|statefulset|replicaset|configmap|node)s? (?:named |called )?$/.exec(sentence.slice(0, from))?.[1];
  if (component === undefined) {
    // What a selector asks for is a value, and no node.
    const isValue = sentence[from - 1] === "=";
    const isNode = !isValue && (NODE_NAME.test(token) || (kindBefore === "node" && /[-\d]/.test(token)));
    return isNode ? [{ ...span, resource: `node/${token}` }] : resolveConfigMap(token, span, app);
  }
  const after = sentence.slice(from + token.length);
  const kind =
    /^(?:'s)? (pod|deployment|statefulset|replicaset|service|container|workload|component|configmap|image)s?\b/.exec(after)?.[1] ??
    kindBefore;
  if (kind === undefined && TALKED_OF[token]?.test(sentence) === true) return [];
  const isLoose = COMMON_WORDS.has(token) && kind === undefined;
  if (isLoose && (BEFORE_NO_NAME.test(sentence.slice(0, from)) || AFTER_NO_NAME.test(after))) return [];
  return [{ ...span, component, isLoose, isAddress, ...(kind && { kind }) }];
};

/** `kind/name`, `kind/namespace/name`, or a path or alternatives in which components stand. */
const resolvePath = (token: string, span: Pick<Mention, "from" | "to" | "isLoose" | "isAddress">, app: AppRecord): readonly Mention[] => {
  const parts = token.split("/");
  const row = findKind(parts[0] as string);
  const name = parts.at(-1) as string;
  if ((row !== undefined || parts[0] === "mongouser") && parts.length >= 2 && parts.length <= 3) {
    const kind = row?.singular ?? "mongouser";
    if (kind === "deployment" && name === "local-path-provisioner") return [{ ...span, resource: PROVISIONER_RESOURCE, kind }];
    const component = componentNamed(name, app) ?? ownerOf(name, app);
    return [
      {
        ...span,
        resource: `${kind}/${component?.name === undefined || kind === "configmap" || kind === "mongouser" ? name : component.name}`,
        kind,
        ...(component && { component }),
      },
    ];
  }
  return parts.flatMap((part) => {
    const component = componentNamed(part, app);
    return component === undefined ? [] : [{ ...span, component }];
  });
};

/** Words before a setting or a program, which is no component, whatever it is called after. */
const IS_VALUE = /\b(?:setting|program) $/;

const resolveConfigMap = (
  token: string,
  span: Pick<Mention, "from" | "to" | "isLoose" | "isAddress">,
  app: AppRecord,
): readonly Mention[] => {
  const component = app.components.find(({ configMaps }) => configMaps.some(({ name }) => name === token));
  return component === undefined ? [] : [{ ...span, component, resource: `configmap/${token}`, kind: "configmap" }];
};

const ownerOf = (name: string, app: AppRecord): AppComponent | undefined =>
  app.components.find(
    ({ configMaps, auth }) =>
      configMaps.some((map) => map.name === name) || (auth !== undefined && name === `${auth.user}@${auth.database}`),
  );

/** The component of a bare name, a DNS name, a pod or ReplicaSet with its hash, or a container or registry name with a prefix. */
const componentNamed = (text: string, app: AppRecord): AppComponent | undefined => {
  const label = text.split(".")[0] as string;
  const rest = text.slice(label.length);
  if (rest !== "" && !/^\.(?:[\w-]+\.)*(?:svc|local|[\w-]+)$/.test(rest)) return undefined;
  if (rest !== "" && FILE_ENDINGS.test(rest)) return find(app, label);
  return find(app, label) ?? find(app, label.replace(HASHES, "")) ?? find(app, label === app.name ? "" : withoutPrefix(label, app));
};

/** The name without `srv-`, the first word of the app's name, or more of it, cut short as in a container's name. */
const withoutPrefix = (label: string, { name }: AppRecord): string => {
  const rests = [...label.matchAll(/-/g)].map(({ index }) => index).filter((end) => isPrefix(label.slice(0, end), name));
  return label.slice((rests.at(-1) ?? -1) + 1);
};

const isPrefix = (start: string, name: string): boolean =>
  start === "srv" || (start !== name && name.startsWith(start) && start.length >= (name.split("-")[0] as string).length);

const FILE_ENDINGS = /^\.(?:go|py|java|yaml|yml|json|js|ts)$/;

/** Suffixes that controllers append to names: no vowels, no 0, 1 and 3; or an ordinal. */
export const HASHES = /(?:-[bcdf-hj-np-tv-xz2456789]{5,10}){1,2}$|-[0-9a-f]{8,10}(?:-[a-z0-9]{5})?$|-\d+$/;

const find = (app: AppRecord, name: string): AppComponent | undefined => app.components.find((component) => component.name === name);

/** Names that clusters give to their nodes. */
const NODE_NAME = /^(?:[a-z0-9]+-)*(?:worker|control-plane|node)-?\d*$(?<!^(?:worker|node|control-plane))/;

/** Verbs before a program's name, which then is what a container runs and not the component itself. */
const RUN_AS_PROGRAM = /\b(?:runs?|running|starts?|starting|started|launch\w*|execut\w+|boots?)(?: with)? (?:the )?$/;

/** Names of components that are everyday words. */
const COMMON_WORDS = new Set([
  "ad",
  "cart",
  "client",
  "email",
  "order",
  "payment",
  "price",
  "profile",
  "quote",
  "rate",
  "recommendation",
  "reservation",
  "route",
  "search",
  "seat",
  "station",
  "text",
  "user",
]);

/** Names of components that mean something else in a sentence with these words. */
const TALKED_OF: Readonly<Record<string, RegExp>> = {
  registry: /\b(?:images?|tags?|digest|manifest|repository|repo|pull\w*|pushed)\b/,
};

const BEFORE_NO_NAME =
  /\b(?:error|failure|success|request|hit|miss|sampling|drop|arrival|interest|database|db|mongo|mongodb|admin|application|end|per|an?|each|every|real|human|its|no|single|one) $/;

const AFTER_NO_NAME =
  /^-|^ ?(?:requests?(?! (?:\d|more|too|memory|cpu|cores))|traffic|facing|impact|experience|visible|limit\w*|of (?:errors?|requests?|failures?|\d)|results?|quer\w+|calls?|errors?|data|credentials?|accounts?|permissions?|roles?|lookups?|flows?|journeys?|operations?|page|endpoints?|list\w*|sessions?|latency|name|admin|lost|is to|would be|to (?!zero\b|\d))\b/;
