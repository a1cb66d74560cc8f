import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { createGenerated, GENERATOR_FLAGS, requireName } from "../generate/create-generated.ts";
import { CommandFailure } from "../session/errors.ts";
import type { Manifest, Session } from "../session/session.ts";

/** `kubectl create ingress`. */
export const createIngressCommand: Command = defineCommand({
  path: "create ingress",
  aliases: ["create ing"],
  usage: "NAME --rule=host/path=service:port[,tls[=secret]] ",
  flags: flagTable("annotation array", "class string", "default-backend string", "rule array", ...GENERATOR_FLAGS),
  run: async (session) => {
    const name = requireName(session, "create ingress");
    checkFlags(session);
    const { args } = session;
    const annotations = Object.fromEntries(
      args.list("annotation").map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
    );
    const backend = args.text("default-backend");
    const tls = tlsOf(args.list("rule"));
    const rules = rulesOf(args.list("rule"));
    const object = {
      apiVersion: "networking.k8s.io/v1",
      kind: "Ingress",
      metadata: { name, ...(args.has("annotation") && { annotations }) },
      spec: {
        ...(args.text("class") && { ingressClassName: args.text("class") }),
        ...(backend && { defaultBackend: backendOf(backend) }),
        ...(tls.length > 0 && { tls }),
        ...(rules.length > 0 && { rules }),
      },
      status: { loadBalancer: {} },
    } as unknown as Manifest;
    await createGenerated(session, {
      resource: "ingresses.networking.k8s.io",
      object,
      done: "created",
      fieldManager: "kubectl-create",
      failure: "failed to create ingress: ",
    });
  },
});

const RULE = /^(?:(?<host>[\w*\-.]*))?(?:(?<path>\/[\w\-/.?]*\*?)?)=(?<service>[\w-]+:[\w-]+)(?:,(?<tls>tls=?(?:[\w-]+)?))?$/;

const checkFlags = ({ args }: Session): void => {
  if (!args.text("default-backend") && !args.has("rule"))
    throw new CommandFailure(
      "not enough information provided: every ingress has to either specify a default-backend (which catches all traffic) or a list of rules (which catch specific paths)",
    );
  for (const rule of args.list("rule"))
    if (!RULE.test(rule) || !rule.split("=")[0]?.includes("/"))
      throw new CommandFailure(`rule ${rule} is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]`);
  for (const annotation of args.list("annotation"))
    if (!annotation.includes("=")) throw new CommandFailure(`annotation ${annotation} is invalid and should be in format key=[value]`);
  if (args.text("default-backend") && args.text("default-backend")?.split(":").length !== 2)
    throw new CommandFailure("default-backend should be in format servicename:serviceport");
};

const backendOf = (text: string): unknown => {
  const [name, port = ""] = text.split(":");
  return { service: { name, port: /^\d+$/.test(port) ? { number: Number(port) } : { name: port } } };
};

/** Merges rules of the same host into one rule with several paths. */
const rulesOf = (rules: readonly string[]): readonly unknown[] => {
  const hosts = new Map<string, unknown[]>();
  for (const rule of rules) {
    const plain = rule.split(",")[0] as string;
    const slash = plain.indexOf("/");
    const [path = "", service = ""] = plain.slice(slash + 1).split("=");
    const isPrefix = path.endsWith("*");
    const paths = hosts.get(plain.slice(0, slash)) ?? [];
    paths.push({ path: `/${isPrefix ? path.slice(0, -1) : path}`, pathType: isPrefix ? "Prefix" : "Exact", backend: backendOf(service) });
    hosts.set(plain.slice(0, slash), paths);
  }
  return [...hosts].map(([host, paths]) => ({ ...(host !== "" && { host }), http: { paths } }));
};

/** Merges hosts of the same Secret into one entry. */
const tlsOf = (rules: readonly string[]): readonly unknown[] => {
  const entries: { secretName: string; hosts: string[] }[] = [];
  const seen = new Set<string>();
  for (const rule of rules) {
    const parts = rule.split(",");
    const host = rule.split("/")[0] as string;
    if (parts.length !== 2 || seen.has(host)) continue;
    seen.add(host);
    const secretName = (parts[1] as string).split("=")[1] ?? "";
    const known = entries.find((entry) => entry.secretName === secretName);
    if (known !== undefined) known.hosts.push(host);
    else if (host !== "" || secretName !== "") entries.push({ secretName, hosts: host === "" ? [] : [host] });
  }
  return entries.map(({ secretName, hosts }) => ({ ...(hosts.length > 0 && { hosts }), ...(secretName !== "" && { secretName }) }));
};
