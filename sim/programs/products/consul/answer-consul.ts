import type { World } from "../../../kernel/world.ts";
import type { HttpAnswer, HttpRequest } from "../../../network/http/answer-http.ts";
import type { Process } from "../../../processes/process.ts";
import { deregister, type Registration, register, registrationsOf } from "../registry/registrations.ts";
import { CONSUL_LOG } from "./consul-log.ts";

/** Answer of a Consul agent over HTTP; undefined: nothing is at that path. */
export const answerConsul = (world: World, consul: Process, { method, path: target, body }: HttpRequest): HttpAnswer | undefined => {
  const path = target.split("?")[0] ?? "/";
  const found = (method === "PUT" ? WRITES : READS).map(([pattern, act]) => [pattern.exec(path), act] as const).find(([match]) => match);
  const text = found?.[1]({ world, consul, name: found[0]?.[1] ?? "", body: body ?? "" });
  return text === undefined ? undefined : { kind: "answer", status: 200, body: text, afterMs: 2 };
};

interface Question {
  readonly world: World;
  readonly consul: Process;
  /** The part of the path that names something. */
  readonly name: string;
  readonly body: string;
}

type Act = (question: Question) => string | undefined;

const READS: readonly (readonly [RegExp, Act])[] = [
  [
    /^\/v1\/(?:catalog|health)\/service\/([\w-]+)$/,
    ({ world, consul, name }) =>
      JSON.stringify(
        registrationsOf(world, consul)
          .filter(({ service }) => service === name)
          .map((entry) => ({ ServiceID: entry.id, ServiceName: entry.service, ServiceAddress: entry.address, ServicePort: entry.port })),
      ),
  ],
  [/^\/v1\/status\/leader$/, () => '"127.0.0.1:8300"'],
  [
    /^\/v1\/catalog\/services$/,
    ({ world, consul }) =>
      JSON.stringify(Object.fromEntries([["consul", []], ...registrationsOf(world, consul).map(({ service }) => [service, []])])),
  ],
  [
    /^\/v1\/agent\/services$/,
    ({ world, consul }) =>
      JSON.stringify(
        Object.fromEntries(
          registrationsOf(world, consul).map((entry) => [
            entry.id,
            { ID: entry.id, Service: entry.service, Address: entry.address, Port: entry.port },
          ]),
        ),
      ),
  ],
  [/^\/(?:ui\/)?$/, () => "<!DOCTYPE html><title>Consul by HashiCorp</title>"],
];

const WRITES: readonly (readonly [RegExp, Act])[] = [
  [
    /^\/v1\/agent\/service\/register$/,
    ({ world, consul, body }) => {
      const registration = parseRegistration(body);
      if (registration === undefined) return undefined;
      register(world, consul, CONSUL_LOG, registration);
      return "";
    },
  ],
  [
    /^\/v1\/agent\/service\/deregister\/([\w-]+)$/,
    ({ world, consul, name }) => {
      deregister(world, consul, CONSUL_LOG, name);
      return "";
    },
  ],
];

/** A registration as clients of the agent send it. */
const parseRegistration = (body: string): Registration | undefined => {
  const { ID, Name, Address, Port } = parseObject(body);
  if (typeof Name !== "string" || typeof Port !== "number") return undefined;
  return {
    id: typeof ID === "string" ? ID : Name,
    service: Name,
    address: typeof Address === "string" ? Address : "127.0.0.1",
    port: Port,
  };
};

const parseObject = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
};
