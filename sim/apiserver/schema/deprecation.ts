/** Deprecation warning of a resource; undefined for most. */
export const deprecationOf = (resource: string): string | undefined => DEPRECATED[resource];

const DEPRECATED: Readonly<Record<string, string>> = {
  componentstatuses: "v1 ComponentStatus is deprecated in v1.19+",
  endpoints: "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",
};
