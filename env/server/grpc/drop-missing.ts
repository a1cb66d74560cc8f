/** Leaves out what is undefined, so that "missing" has one form behind the gRPC server. */
export const dropMissing = <T extends object>(value: T): Missing<T> => {
  const result: Record<string, unknown> = {};
  for (const key in value) if (value[key] !== undefined) result[key] = value[key];
  return result as Missing<T>;
};

/** A type in which members that may be undefined are optional. */
export type Missing<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};
