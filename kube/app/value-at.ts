/** The value at a path of keys with dots between them in a parsed JSON document; undefined where there is none. */
export const valueAt = (document: unknown, path: string): unknown => {
  let value = document;
  for (const key of path.split(".")) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[key];
  return value;
};
