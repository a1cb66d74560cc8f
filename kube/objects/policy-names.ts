/** Lists the names that people give to a NetworkPolicy for some pods, whatever it does. @param subject the pods' component or purpose */
export const policyNamesFor = (subject: string): readonly string[] => [
  `restrict-${subject}`,
  `limit-${subject}`,
  `isolate-${subject}`,
  `lockdown-${subject}`,
  `${subject}-policy`,
  `${subject}-egress`,
  `${subject}-traffic`,
];
