type Settings = Readonly<Record<string, unknown>>;

/** The setting at a path in a JSON document: a member of that name, or keys with dots between them; undefined where there is none. */
export const settingAt = (settings: Settings, path: string): unknown => {
  if (Object.hasOwn(settings, path)) return settings[path];
  const [key, rest] = splitPath(path);
  const inner = settings[key];
  return rest === undefined || !isSettings(inner) ? undefined : settingAt(inner, rest);
};

/** The document with another value at a path; null removes it. A setting that is there keeps its place. */
export const withSettingAt = (settings: Settings, path: string, value: unknown): Settings => {
  const [key, rest] = splitPath(path);
  const inner = settings[key];
  if (rest !== undefined && !Object.hasOwn(settings, path) && isSettings(inner))
    return { ...settings, [key]: withSettingAt(inner, rest, value) };
  const { [path]: _dropped, ...others } = settings;
  return value === null ? others : { ...settings, [path]: value };
};

const splitPath = (path: string): readonly [key: string, rest: string | undefined] => {
  const dot = path.indexOf(".");
  return dot < 0 ? [path, undefined] : [path.slice(0, dot), path.slice(dot + 1)];
};

const isSettings = (value: unknown): value is Settings => typeof value === "object" && value !== null && !Array.isArray(value);
