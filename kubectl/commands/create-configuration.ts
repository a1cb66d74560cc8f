import { encodeBase64 } from "#core/base64.ts";
import { encodeUtf8 } from "#core/utf8.ts";
import { checkQuantity } from "../command-line/check-quantity.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { labelSelectorOf } from "../command-line/label-selector-of.ts";
import { readData } from "../generate/create-data.ts";
import { createGenerated, GENERATOR_FLAGS, requireName } from "../generate/create-generated.ts";
import { CommandFailure } from "../session/errors.ts";
import type { Manifest, Session } from "../session/session.ts";

const MANAGER = "kubectl-create";
/** Key of a Secret for a registry's credentials. */
const DOCKER_CONFIG = ".dockerconfigjson";
const DATA_FLAGS = ["from-literal array", "from-file list", "from-env-file list", "append-hash bool"] as const;

/** `kubectl create configmap`. */
export const createConfigMapCommand: Command = defineCommand({
  path: "create configmap",
  aliases: ["create cm"],
  usage: "NAME [--from-file=[key=]source] [--from-literal=key1=value1] [--dry-run=server|client|none]",
  flags: flagTable(...DATA_FLAGS, ...GENERATOR_FLAGS),
  run: async (session) => {
    const name = requireName(session, "create configmap");
    const data = readData(session, "configmap");
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, ...(Object.keys(data).length > 0 && { data }) };
    await createGenerated(session, {
      resource: "configmaps",
      object,
      done: "created",
      fieldManager: MANAGER,
      failure: "failed to create configmap: ",
    });
  },
});

/** `kubectl create secret generic`, `docker-registry` and `tls`. */
export const createSecretCommands: readonly Command[] = [
  defineCommand({
    path: "create secret generic",
    usage: "NAME [--type=string] [--from-file=[key=]source] [--from-literal=key1=value1] [--dry-run=server|client|none]",
    flags: flagTable("type string", ...DATA_FLAGS, ...GENERATOR_FLAGS),
    run: async (session) => {
      const name = requireName(session, "create secret generic");
      await createSecret(session, name, { type: session.args.text("type"), data: readData(session, "secret") });
    },
  }),
  defineCommand({
    path: "create secret docker-registry",
    usage: "NAME --docker-username=user --docker-password=password --docker-email=email [--docker-server=string]",
    flags: flagTable(
      "docker-server string",
      "docker-username string",
      "docker-password string",
      "docker-email string",
      "append-hash bool",
      ...GENERATOR_FLAGS,
      "from-file list",
    ),
    run: async (session) => {
      const { args } = session;
      const name = requireName(session, "create secret docker-registry");
      const [username, password] = [args.text("docker-username"), args.text("docker-password")];
      const server = args.text("docker-server") ?? "https://index.docker.io/v1/";
      const type = "kubernetes.io/dockerconfigjson";
      if (args.list("from-file").length > 0) return createSecret(session, name, { type, data: readData(session, "secret", DOCKER_CONFIG) });
      if (!username || !password || !server)
        throw new CommandFailure(
          "either --from-file or the combination of --docker-username, --docker-password and --docker-server is required",
        );
      const email = args.text("docker-email");
      const auth = encodeBase64(encodeUtf8(`${username}:${password}`));
      const config = JSON.stringify({ auths: { [server]: { username, password, ...(email && { email }), auth } } });
      await createSecret(session, name, { type, data: { [DOCKER_CONFIG]: config } });
    },
  }),
  defineCommand({
    path: "create secret tls",
    usage: "NAME --cert=path/to/cert/file --key=path/to/key/file",
    flags: flagTable("cert string", "key string", "append-hash bool", ...GENERATOR_FLAGS),
    run: async (session) => {
      const name = requireName(session, "create secret tls");
      if (!session.args.text("key") || !session.args.text("cert")) throw new CommandFailure("key and cert must be specified");
      const data = {
        "tls.crt": readPem(session, "cert"),
        "tls.key": readPem(session, "key"),
      };
      await createSecret(session, name, { type: "kubernetes.io/tls", data });
    },
  }),
];

const readPem = (session: Session, flag: "cert" | "key"): string => {
  const path = session.args.text(flag) ?? "";
  const text = session.readFile(path);
  if (text === undefined) throw new CommandFailure(`Cannot read file ${path}, open ${path}: no such file or directory`);
  const what = flag === "cert" ? "certificate" : "key";
  if (!text.includes("-----BEGIN ")) throw new CommandFailure(`tls: failed to find any PEM data in ${what} input`);
  return text;
};

const createSecret = async (
  session: Session,
  name: string,
  { type, data }: { readonly type: string | undefined; readonly data: Readonly<Record<string, string>> },
): Promise<void> => {
  const encoded = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, encodeBase64(encodeUtf8(value))]));
  const object = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name },
    ...(type && { type }),
    ...(Object.keys(encoded).length > 0 && { data: encoded }),
  };
  await createGenerated(session, {
    resource: "secrets",
    object,
    done: "created",
    fieldManager: MANAGER,
    failure: "failed to create secret ",
  });
};

/** Creates a generator of one object without options of its own. */
const simple = (
  resource: string,
  {
    path,
    aliases,
    kind,
    failure,
  }: { readonly path: string; readonly aliases: readonly string[]; readonly kind: string; readonly failure?: string },
  extra: Readonly<Record<string, unknown>> = {},
): Command =>
  defineCommand({
    path,
    aliases,
    usage: "NAME [--dry-run=server|client|none]",
    flags: flagTable(...GENERATOR_FLAGS),
    run: async (session) => {
      const object = { apiVersion: "v1", kind, metadata: { name: requireName(session, path) }, ...extra } as Manifest;
      await createGenerated(session, { resource, object, done: "created", fieldManager: MANAGER, failure });
    },
  });

/** `kubectl create namespace` and `kubectl create serviceaccount`. */
export const createSimpleCommands: readonly Command[] = [
  simple("namespaces", { path: "create namespace", aliases: ["create ns"], kind: "Namespace" }, { spec: {}, status: {} }),
  simple("serviceaccounts", {
    path: "create serviceaccount",
    aliases: ["create sa"],
    kind: "ServiceAccount",
    failure: "failed to create serviceaccount: ",
  }),
];

/** `kubectl create priorityclass`. */
export const createPriorityClassCommand: Command = defineCommand({
  path: "create priorityclass",
  aliases: ["create pc"],
  usage: "NAME --value=VALUE --global-default=BOOL [--dry-run=server|client|none]",
  flags: flagTable("value int", "global-default bool", "description string", "preemption-policy string", ...GENERATOR_FLAGS),
  run: async (session) => {
    const { args } = session;
    const name = requireName(session, "create priorityclass");
    const object = {
      apiVersion: "scheduling.k8s.io/v1",
      kind: "PriorityClass",
      metadata: { name },
      value: args.number("value") ?? 0,
      ...(args.on("global-default") && { globalDefault: true }),
      ...(args.text("description") && { description: args.text("description") }),
      preemptionPolicy: args.text("preemption-policy") ?? "PreemptLowerPriority",
    };
    await createGenerated(session, {
      resource: "priorityclasses",
      object,
      done: "created",
      fieldManager: MANAGER,
      failure: "failed to create priorityclass: ",
    });
  },
});

/** `kubectl create quota`. */
export const createQuotaCommand: Command = defineCommand({
  path: "create quota",
  aliases: ["create resourcequota"],
  usage: "NAME [--hard=key1=value1,key2=value2] [--scopes=Scope1,Scope2] [--dry-run=server|client|none]",
  flags: flagTable("hard string", "scopes string", ...GENERATOR_FLAGS),
  run: async (session) => {
    const { args } = session;
    const name = requireName(session, "create quota");
    const hard = Object.fromEntries(
      (args.text("hard") ?? "")
        .split(",")
        .filter((part) => part !== "")
        .map((part) => {
          const [key, value, ...more] = part.split("=");
          if (key === undefined || value === undefined || more.length > 0)
            throw new CommandFailure(`Invalid argument syntax ${part}, expected <resource>=<value>`);
          checkQuantity(value);
          return [key, value];
        }),
    );
    const scopes = (args.text("scopes") ?? "").split(",").filter((scope) => scope !== "");
    const object = {
      apiVersion: "v1",
      kind: "ResourceQuota",
      metadata: { name },
      spec: { ...(Object.keys(hard).length > 0 && { hard }), ...(scopes.length > 0 && { scopes }) },
      status: {},
    };
    await createGenerated(session, {
      resource: "resourcequotas",
      object,
      done: "created",
      fieldManager: MANAGER,
      failure: "failed to create quota: ",
    });
  },
});

/** `kubectl create poddisruptionbudget`. */
export const createDisruptionBudgetCommand: Command = defineCommand({
  path: "create poddisruptionbudget",
  aliases: ["create pdb"],
  usage: "NAME --selector=SELECTOR --min-available=N [--dry-run=server|client|none]",
  flags: flagTable("selector string", "min-available string", "max-unavailable string", ...GENERATOR_FLAGS),
  run: async (session) => {
    const { args } = session;
    const name = requireName(session, "create poddisruptionbudget");
    const selector = args.text("selector");
    if (!selector) throw new CommandFailure("a selector must be specified");
    const [min, max] = [args.text("min-available"), args.text("max-unavailable")];
    if (!min === !max)
      throw new CommandFailure(
        !min ? "one of min-available or max-unavailable must be specified" : "min-available and max-unavailable cannot be both specified",
      );
    for (const flag of ["min-available", "max-unavailable"])
      if (args.text(flag) && !/^[0-9]+%?$/.test(args.text(flag) as string))
        throw new CommandFailure(`invalid format specified for ${flag}`);
    const amount = (text: string): string | number => (/^\d+$/.test(text) ? Number(text) : text);
    const object = {
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata: { name },
      spec: {
        ...(min ? { minAvailable: amount(min) } : { maxUnavailable: amount(max as string) }),
        selector: labelSelectorOf(selector),
      },
      status: { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 },
    };
    await createGenerated(session, {
      resource: "poddisruptionbudgets.policy",
      object,
      done: "created",
      fieldManager: MANAGER,
      failure: "failed to create poddisruptionbudgets: ",
    });
  },
});
