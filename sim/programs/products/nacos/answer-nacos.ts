import { parseQuery } from "../../../apiserver/http/wire/query.ts";
import type { World } from "../../../kernel/world.ts";
import type { HttpAnswer, HttpRequest } from "../../../network/http/answer-http.ts";
import type { Process } from "../../../processes/process.ts";
import { liveRegistrations } from "../../behaviour/live-registrations.ts";
import type { Registration } from "../registry/registrations.ts";

/** Answer of a Nacos server over HTTP; undefined: nothing is at that path. */
export const answerNacos = (world: World, nacos: Process, { path: target }: HttpRequest): HttpAnswer | undefined => {
  const [path = "", search = ""] = target.split("?", 2);
  const read = Object.hasOwn(READS, path) ? READS[path] : undefined;
  const [service = ""] = parseQuery(search).get("serviceName") ?? [];
  const body = read?.({ known: liveRegistrations(world, nacos), service });
  return body === undefined ? undefined : { kind: "answer", status: 200, body, afterMs: 3 };
};

interface Question {
  readonly known: readonly Registration[];
  readonly service: string;
}

const READS: Readonly<Record<string, (question: Question) => string>> = {
  "/nacos/v1/ns/service/list": ({ known }) => {
    const doms = [...new Set(known.map(({ service }) => service))].sort();
    return JSON.stringify({ count: doms.length, doms });
  },
  "/nacos/v1/ns/instance/list": ({ known, service }) =>
    JSON.stringify({
      name: `DEFAULT_GROUP@@${service}`,
      groupName: "DEFAULT_GROUP",
      hosts: known
        .filter((one) => one.service === service)
        .map(({ address, port }) => ({
          instanceId: `${address}#${port}#DEFAULT#DEFAULT_GROUP@@${service}`,
          ip: address,
          port,
          healthy: true,
          enabled: true,
          ephemeral: true,
          serviceName: `DEFAULT_GROUP@@${service}`,
        })),
    }),
  "/nacos/v1/ns/operator/metrics": ({ known }) =>
    JSON.stringify({ status: "UP", serviceCount: new Set(known.map(({ service }) => service)).size, instanceCount: known.length }),
  "/nacos/v1/console/health/readiness": () => "OK",
  "/nacos/v1/console/health/liveness": () => "OK",
};
