import { err, ok, type Result } from "#core/result.ts";

/** A parsed task URI: `kubedrill://<app>/<problem>[@<digest>][?<params>]`. */
export interface TaskUri {
  readonly app: string;
  /** `healthy`, a fault id, or fault ids joined by `+`. */
  readonly problem: string;
  /** Expected digest of the task; a different one now is refused. */
  readonly digest?: string;
  /** `kind/name`, one for each fault, in order; several of one fault are all the places of one mistake. */
  readonly targets: readonly string[];
  /** Pinned parameters: `name`, or `<n>.name` for the n-th of several faults, as text. */
  readonly pinned: Readonly<Record<string, string>>;
  /** Ids separated by commas, or `none`; missing: the episode's seed draws. The same for decoys. */
  readonly noise?: string;
  readonly decoys?: string;
  /** `none`: nothing has harmless forms of what faults break; missing: the episode's seed draws. */
  readonly twins?: "none";
  readonly rights?: "namespace";
  /** Id of the app's variant, `standard` for its published form; missing: the episode's seed draws one. */
  readonly variant?: string;
}

/** Parses a task URI; the error says what is wrong with it. */
export const parseTaskUri = (uri: string): Result<TaskUri, string> => {
  const match = TASK_URI.exec(uri);
  if (match === null) return err(`"${uri}" is no task URI; write kubedrill://<app>/<problem>?target=<kind>/<name>`);
  const [, app = "", problem = "", digest, query] = match;
  const parsed: {
    targets: string[];
    pinned: Record<string, string>;
    noise?: string;
    decoys?: string;
    twins?: "none";
    rights?: "namespace";
    variant?: string;
  } = {
    targets: [],
    pinned: {},
  };
  const seen = new Set<string>();
  for (const pair of query === undefined || query === "" ? [] : query.split("&")) {
    const [rawName = "", rawValue = ""] = splitOnce(pair, "=");
    const name = decode(rawName);
    const value = decode(rawValue);
    if (name === undefined || value === undefined) return err(`"${pair}" in ${uri} is not percent-encoded text`);
    if (name !== "target" && seen.has(name)) return err(`${name} is given twice in ${uri}`);
    seen.add(name);
    if (name === "target") parsed.targets.push(value);
    else if (name === "noise" || name === "decoys" || name === "variant") parsed[name] = value;
    else if (name === "twins" && value === "none") parsed.twins = value;
    else if (name === "twins") return err(`twins=${value} in ${uri}: the only value is "none"; without it the seed draws`);
    else if (name === "rights" && value === "namespace") parsed.rights = value;
    else if (name === "rights") return err(`rights=${value} in ${uri}: the only value is "namespace"`);
    else parsed.pinned[name] = value;
  }
  return ok({ app, problem, ...(digest === undefined ? {} : { digest }), ...parsed });
};

/** Renders a task URI in canonical order; parsing it gives the same value. */
export const formatTaskUri = (task: TaskUri): string => {
  const params = [
    ...task.targets.map((target) => `target=${encode(target)}`),
    ...Object.keys(task.pinned)
      .sort()
      .map((name) => `${encode(name)}=${encode(task.pinned[name] as string)}`),
    ...(task.noise === undefined ? [] : [`noise=${encode(task.noise)}`]),
    ...(task.decoys === undefined ? [] : [`decoys=${encode(task.decoys)}`]),
    ...(task.twins === undefined ? [] : [`twins=${task.twins}`]),
    ...(task.rights === undefined ? [] : [`rights=${task.rights}`]),
    ...(task.variant === undefined ? [] : [`variant=${encode(task.variant)}`]),
  ];
  const digest = task.digest === undefined ? "" : `@${task.digest}`;
  return `kubedrill://${task.app}/${task.problem}${digest}${params.length > 0 ? `?${params.join("&")}` : ""}`;
};

const TASK_URI = /^kubedrill:\/\/([a-z0-9][a-z0-9+-]*)\/([a-z0-9][a-z0-9+_-]*)(?:@([a-z2-7]+))?(?:\?(.*))?$/;

const splitOnce = (text: string, separator: string): readonly string[] => {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
};

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Encodes for a query, where slashes and colons need no escape. */
const encode = (text: string): string => encodeURIComponent(text).replaceAll("%2F", "/").replaceAll("%3A", ":");
