import { parseJson } from "#core/parse-json.ts";
import type { Registration } from "#sim/programs/products/registry/registrations.ts";
import type { Contact, RegistryContact } from "#sim/programs/runtime/process-network.ts";
import { waitFor } from "../settle.ts";
import { askHttp } from "./ask-http.ts";
import { somethingElse } from "./greet-server.ts";

/** Connects to a Consul agent, and returns its facts. */
export const reachRegistry = async (host: string, port: number): Promise<Contact<RegistryContact>> => {
  const self = await askHttp({ host, port, method: "GET", path: "/v1/agent/self" });
  if (self.kind === "failed") return self;
  const node = self.status === 200 ? (parse(self.body) as { readonly Config?: { readonly NodeID?: string } }).Config?.NodeID : undefined;
  if (node === undefined) return somethingElse(host, port);
  const send = async (path: string, body?: object): Promise<void> => {
    await askHttp({ host, port, method: "PUT", path, ...(body !== undefined && { body: JSON.stringify(body) }) });
  };
  return {
    kind: "reached",
    server: {
      instance: node,
      registrations: () => waitFor(registrationsAt(host, port)),
      register: ({ id, service, address, port: at }) =>
        waitFor(send("/v1/agent/service/register", { ID: id, Name: service, Address: address, Port: at })),
      deregister: (id) => waitFor(send(`/v1/agent/service/deregister/${id}`)),
    },
  };
};

const registrationsAt = async (host: string, port: number): Promise<readonly Registration[]> => {
  const answer = await askHttp({ host, port, method: "GET", path: "/v1/agent/services" });
  if (answer.kind === "failed" || answer.status !== 200) return [];
  const services = Object.values(parse(answer.body)) as readonly {
    readonly ID: string;
    readonly Service: string;
    readonly Address: string;
    readonly Port: number;
  }[];
  return services.map(({ ID, Service, Address, Port }) => ({ id: ID, service: Service, address: Address, port: Port }));
};

const parse = (text: string): Readonly<Record<string, unknown>> => {
  const value = parseJson(text);
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
};
