/**
 * Merges values of a chart with others that override them, as Helm does with several values files: maps are merged,
 * anything else is replaced.
 */
export const mergeValues = <T>(values: T, over: Partial<T>): T => merge(values, over) as T;

const merge = (under: unknown, over: unknown): unknown => {
  if (!isMap(under) || !isMap(over)) return over;
  const merged: Record<string, unknown> = { ...under };
  for (const [name, value] of Object.entries(over)) {
    // Helm takes a null for the wish to have nothing there.
    if (value === null) delete merged[name];
    else merged[name] = merge(under[name], value);
  }
  return merged;
};

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
