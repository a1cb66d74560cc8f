/** Builds an object with one member, or none if its value is undefined. */
export const given = <K extends string, V>(name: K, value: V | undefined): { readonly [P in K]?: V } =>
  (value === undefined ? {} : { [name]: value }) as { readonly [P in K]?: V };
