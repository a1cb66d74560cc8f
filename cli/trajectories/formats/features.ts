/** Type of a column, as libraries for data sets write it: a scalar, a list (one element), or a record. */
export type Feature = "string" | "float64" | "int64" | "bool" | readonly [Feature] | Features;

/** Types of the columns of a file. */
export interface Features {
  readonly [name: string]: Feature;
}

/** Renders types as the YAML of a dataset card, each line indented by so many blanks. */
export const renderFeatures = (features: Features, indent: number): readonly string[] =>
  Object.entries(features).flatMap(([name, feature]) => [`${" ".repeat(indent)}- name: ${name}`, ...renderFeature(feature, indent + 2)]);

const renderFeature = (feature: Feature, indent: number): readonly string[] => {
  const blanks = " ".repeat(indent);
  if (typeof feature === "string") return [`${blanks}dtype: ${feature}`];
  if (!isList(feature)) return [`${blanks}struct:`, ...renderFeatures(feature, indent)];
  const [inner] = feature;
  if (typeof inner === "string") return [`${blanks}list: ${inner}`];
  return [`${blanks}list:`, ...(isList(inner) ? renderFeature(inner, indent + 2) : renderFeatures(inner, indent))];
};

const isList = (feature: Feature): feature is readonly [Feature] => Array.isArray(feature);
