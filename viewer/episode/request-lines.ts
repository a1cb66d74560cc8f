import type { AgentRequest } from "./recorded.ts";

/** Lines that tell of requests: what was asked and answered, and below a write what was sent. What clients ask to learn an API is one line. */
export const requestLines = (requests: readonly AgentRequest[]): readonly string[] => {
  const told = requests.filter((request) => !isDiscovery(request));
  const discovery = requests.length - told.length;
  const lines = told.flatMap((request) => [headOf(request), ...(request.body?.split("\n").map((line) => `    ${line}`) ?? [])]);
  return discovery === 0 ? lines : [...lines, `and ${discovery} to learn what the API has`];
};

const isDiscovery = ({ to, method, target }: AgentRequest): boolean =>
  to === "kubernetes" && method === "GET" && /^\/(version|openapi\/.*|api(\/v1)?|apis(\/[^/?]+){0,2})\/?(\?.*)?$/.test(target);

const headOf = ({ to, method, target, status }: AgentRequest): string =>
  `${to === "kubernetes" ? method : to} ${decode(target)}${status === undefined ? "" : ` → ${status}`}`;

/** Reads a target as a person does; one that is no valid encoding stays as it is. */
const decode = (target: string): string => {
  try {
    return decodeURIComponent(target.replaceAll("+", " "));
  } catch {
    return target;
  }
};
