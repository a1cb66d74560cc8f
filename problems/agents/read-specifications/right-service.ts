import type { Service } from "#kube/types/network.ts";

/** Address of the Service with this port whose name shares most with the setting's; what was there, where there is none. */
export const rightService = (services: readonly Service[], key: string, host: string, port: string): string => {
  const words = `${key} ${host}`
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2);
  const scored = services
    .map((service) => ({
      service,
      score: words.filter((word) => service.metadata.name.includes(word)).length * 2 + (hasPort(service, port) ? 1 : 0),
    }))
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.service;
  return best === undefined ? `${host}:${port}` : `${best.metadata.name}:${hasPort(best, port) ? port : best.spec.ports?.[0]?.port}`;
};

const hasPort = ({ spec }: Service, port: string): boolean => (spec.ports ?? []).some((one) => `${one.port}` === port);
