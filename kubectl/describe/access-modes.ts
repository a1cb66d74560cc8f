/** Renders access modes in short form, in a fixed order: `RWO,ROX`. */
export const accessModesText = (modes: readonly string[] | undefined): string =>
  Object.entries(SHORT)
    .filter(([mode]) => modes?.includes(mode))
    .map(([, short]) => short)
    .join(",");

const SHORT: Readonly<Record<string, string>> = {
  ReadWriteOnce: "RWO",
  ReadOnlyMany: "ROX",
  ReadWriteMany: "RWX",
  ReadWriteOncePod: "RWOP",
};
