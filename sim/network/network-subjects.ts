/** Names of what is read of the network: reads tell by them what they are about, and changes what they touch. */
export const SUBJECTS = {
  address: (ip: string): string => `address ${ip}`,
  pod: (key: string): string => `pod ${key}`,
  /** EndpointSlices of a Service. */
  slices: (serviceKey: string): string => `slices ${serviceKey}`,
  processes: (podKey: string): string => `processes ${podKey}`,
  /** All NetworkPolicies, with the labels of the namespaces that they select. */
  policies: "policies",
} as const;
