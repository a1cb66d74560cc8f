import { decodeBase64Text } from "#core/base64.ts";
import type { Service } from "#kube/types/network.ts";
import { clusterCa } from "../../apiserver/policy/tokens/cluster-ca.ts";
import { certificatesOf } from "../../apiserver/policy/webhooks/ca-bundle.ts";
import type { CallWebhook, WebhookAnswer } from "../../apiserver/policy/webhooks/webhook-network.ts";
import { getObject } from "../../apiserver/store/store.ts";
import type { World } from "../../kernel/world.ts";
import { readContainerFile } from "../../processes/container-files.ts";
import { findProcess } from "../../processes/process-keys.ts";
import type { Connected } from "../connections/connection.ts";
import { dialFromControlPlane } from "../connections/dial-from-control-plane.ts";
import { answerHttp } from "./answer-http.ts";

/** Calls a webhook as the API server does: from the host of the control plane, with TLS, by the address of the Service. */
export const callWebhook: CallWebhook = (world, { clientConfig, timeoutSeconds, body }) => {
  if (clientConfig.service?.namespace === "default" && clientConfig.service.name === "kubernetes")
    return askItself(clientConfig.service.path);
  const place = clientConfig.service === undefined ? urlPlace(clientConfig.url ?? "") : servicePlace(world, clientConfig.service);
  if ("problem" in place) return place;
  const outcome = dialFromControlPlane(world, place.host, place.port, TIMED_OUT);
  if ("problem" in outcome) return outcome;
  const answers = talkTls(world, outcome, clientConfig.caBundle);
  if (answers !== undefined) return answers;
  const answer = answerHttp(
    world,
    { ...outcome, serves: outcome.serves.replace(/^https\//, "http/") },
    { method: "POST", path: `${place.path}?timeout=${timeoutSeconds}s`, body },
  );
  if (answer.kind === "reset") return { problem: "EOF" };
  return answer.afterMs >= timeoutSeconds * 1000 ? { problem: TIMED_OUT } : { status: answer.status, body: answer.body };
};

/** Its own Service leads the API server to itself, which it trusts; it serves no reviews. */
const askItself = (path = "/"): WebhookAnswer =>
  HEALTH_PATHS.has(path) ? { status: 200, body: '"ok"' } : { status: 404, body: "404 page not found" };

const HEALTH_PATHS: ReadonlySet<string> = new Set(["/healthz", "/livez", "/readyz"]);

const TIMED_OUT = "context deadline exceeded";

type Place = { readonly host: string; readonly port: number; readonly path: string } | { readonly problem: string };

const urlPlace = (url: string): Place => {
  const [, host = "", port, path = "/"] = /^https:\/\/([^/:]+)(?::(\d+))?(\/[^?]*)?/.exec(url) ?? [];
  return { host, port: port === undefined ? 443 : Number(port), path };
};

/** Resolves names of Services for the API server, which uses no name server. */
const servicePlace = (
  world: World,
  { namespace, name, path = "/", port = 443 }: NonNullable<Parameters<CallWebhook>[1]["clientConfig"]["service"]>,
): Place => {
  const service = getObject<Service>(world, "services", namespace, name);
  if (service === undefined) return { problem: `service "${name}" not found` };
  if (service.spec.type === "ExternalName") return { host: service.spec.externalName ?? "", port, path };
  if (service.spec.ports?.some((candidate) => candidate.port === port) !== true)
    return { problem: `no service port ${port} found for service "${name}"` };
  const host = service.spec.clusterIP ?? "";
  return host === "" || host === "None" ? { problem: `no endpoints available for service "${name}"` } : { host, port, path };
};

/** Failure of the TLS handshake; undefined when both sides agree. */
const talkTls = (world: World, outcome: Connected, bundle: string | undefined): WebhookAnswer | undefined => {
  if (outcome.serves.startsWith("https/"))
    return isTrusted(world, outcome, bundle)
      ? undefined
      : { problem: "tls: failed to verify certificate: x509: certificate signed by unknown authority" };
  const plain = answerHttp(world, outcome, { method: "GET", path: "/" });
  return {
    problem:
      plain.kind === "reset" ? "tls: first record does not look like a TLS handshake" : "http: server gave HTTP response to HTTPS client",
  };
};

/**
 * The certificate of the API server is the only one that the cluster's authority signed. All other servers sign their own: those that read it from
 * a file can be known by it.
 */
const isTrusted = (world: World, server: Connected, bundle = ""): boolean => {
  const trusted = certificatesOf(decodeBase64Text(bundle));
  const own = certificatesOf(server.serves === "https/kube-apiserver" ? clusterCa(world) : certificateFile(world, server));
  return own.length > 0 && own.every((certificate) => trusted.includes(certificate));
};

/** Content of the file that a server was told to read its certificate from; empty: it was told of none, or there is none. */
const certificateFile = (world: World, { process: key }: Connected): string => {
  const process = findProcess(world, key);
  const option = process?.start?.words?.find((word) => word.startsWith(CERTIFICATE_OPTION));
  return process === undefined || option === undefined
    ? ""
    : (readContainerFile(world, process, option.slice(CERTIFICATE_OPTION.length)) ?? "");
};

const CERTIFICATE_OPTION = "--tls-cert-file=";
