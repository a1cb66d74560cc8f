import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable, TEMPLATE_FLAGS } from "../command-line/flags.ts";
import { requireName } from "../generate/create-generated.ts";
import { outputOf, renderOutput } from "../print/output.ts";
import { CommandFailure } from "../session/errors.ts";
import type { Session } from "../session/session.ts";

/** `kubectl create token`. */
export const createTokenCommand: Command = defineCommand({
  path: "create token",
  usage: "SERVICE_ACCOUNT_NAME",
  flags: flagTable(
    "duration duration",
    "audience array",
    "bound-object-kind string",
    "bound-object-name string",
    "output,o string",
    "bound-object-uid string",
    ...TEMPLATE_FLAGS,
  ),
  run: async (session) => {
    const name = requireName(session, "create token");
    const format = outputOf(session, { hasTables: false });
    const response = await session.cluster.write({
      method: "POST",
      path: `/api/v1/namespaces/${session.namespace}/serviceaccounts/${name}/token`,
      body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", metadata: {}, spec: specOf(session) },
    });
    const answer = response.body as { message?: string; status?: { token?: string } };
    if (response.status >= 300) throw new CommandFailure(`failed to create token: ${answer.message ?? ""}`);
    if (format.kind !== "table" && format.kind !== "name") return session.print(renderOutput(format, answer));
    // Only on a terminal does a line break follow.
    session.print(answer.status?.token ?? "");
  },
});

const BOUND_KINDS = ["Node", "Pod", "Secret"];

const specOf = ({ args }: Session): Readonly<Record<string, unknown>> => {
  const durationMs = args.duration("duration") ?? 0;
  if (durationMs < 0) throw new CommandFailure("--duration must be greater than or equal to 0");
  if (durationMs % 1000 !== 0) throw new CommandFailure("--duration cannot be expressed in units less than seconds");
  const audiences = args.list("audience");
  if (audiences.includes("")) throw new CommandFailure("--audience must not be an empty string");
  const [kind, name, uid] = ["kind", "name", "uid"].map((part) => args.text(`bound-object-${part}`) ?? "");
  if (!kind && name) throw new CommandFailure("--bound-object-name can only be set if --bound-object-kind is provided");
  if (!kind && uid) throw new CommandFailure("--bound-object-uid can only be set if --bound-object-kind is provided");
  if (kind && !BOUND_KINDS.includes(kind)) throw new CommandFailure(`supported --bound-object-kind values are ${BOUND_KINDS.join(", ")}`);
  if (kind && !name) throw new CommandFailure("--bound-object-name is required if --bound-object-kind is provided");
  return {
    audiences,
    ...(durationMs > 0 && { expirationSeconds: durationMs / 1000 }),
    ...(kind && { boundObjectRef: { kind, apiVersion: "v1", name, ...(uid && { uid }) } }),
  };
};
