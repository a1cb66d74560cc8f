import type { PolicyRule } from "#kube/types/cluster.ts";
import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable, TEMPLATE_FLAGS } from "../command-line/flags.ts";
import { compactRules } from "../describe/policy-rules.ts";
import { outputOf } from "../print/output.ts";
import { renderTable } from "../print/render-table.ts";
import { renderTyped } from "../print/result.ts";
import { alignTabs } from "../print/tabwriter.ts";
import { CommandFailure } from "../session/errors.ts";
import { requireKind } from "../session/kinds.ts";
import type { Manifest, Session } from "../session/session.ts";

interface Review {
  readonly status?: {
    readonly allowed?: boolean;
    readonly reason?: string;
    readonly evaluationError?: string;
    readonly incomplete?: boolean;
    readonly resourceRules?: readonly PolicyRule[];
    readonly nonResourceRules?: readonly PolicyRule[];
    readonly userInfo?: {
      readonly username?: string;
      readonly uid?: string;
      readonly groups?: readonly string[];
      readonly extra?: Readonly<Record<string, readonly string[]>>;
    };
  };
}

const review = async (session: Session, group: string, kind: string, spec?: unknown): Promise<Review> => {
  const apiVersion = `${group}/v1`;
  const body = { apiVersion, kind, ...(spec !== undefined && { spec }) };
  const response = await session.cluster.write({ method: "POST", path: `/apis/${apiVersion}/${kind.toLowerCase()}s`, body });
  if (response.status >= 300) throw new CommandFailure((response.body as { message?: string }).message ?? `the server refused a ${kind}`);
  return response.body as Review;
};

/** `kubectl auth can-i`. */
export const canICommand: Command = defineCommand({
  path: "auth can-i",
  usage: "VERB [TYPE | TYPE/NAME | NONRESOURCEURL]",
  flags: flagTable("all-namespaces,A bool", "list bool", "quiet,q bool", "subresource string", "no-headers bool"),
  run: async (session) => {
    const { args } = session;
    if (args.on("list")) return listRights(session);
    const [verb, what] = args.words;
    if (verb === undefined || what === undefined || args.words.length > 2)
      throw new CommandFailure(
        "you must specify two arguments: verb resource or verb resource/resourceName.\nSee 'kubectl auth can-i -h' for help and examples.",
      );
    const spec = what.startsWith("/") ? pathSpec(session, verb, what) : { resourceAttributes: await attributesOf(session, { verb, what }) };
    if (args.on("no-headers")) throw new CommandFailure("--no-headers cannot be set without --list specified");
    const { status } = await review(session, "authorization.k8s.io", "SelfSubjectAccessReview", spec);
    const allowed = status?.allowed === true;
    const reasons = [status?.reason, status?.evaluationError].filter((reason) => reason).map((reason) => ` - ${reason}`);
    if (!args.on("quiet")) session.line(allowed ? "yes" : `no${reasons.join("")}`);
    if (!allowed) throw new CommandFailure("", { complete: true });
  },
});

const RESOURCE_VERBS = new Set(
  "get list watch create update patch delete deletecollection use bind impersonate * approve sign escalate attest".split(" "),
);
const PATH_VERBS = new Set("get put post head options delete patch *".split(" "));

const pathSpec = (session: Session, verb: string, path: string): unknown => {
  if (session.args.text("subresource")) throw new CommandFailure("--subresource can not be used with NonResourceURL");
  if (!PATH_VERBS.has(verb)) warnOfVerb(session, verb);
  return { nonResourceAttributes: { path, verb } };
};

const warnOfVerb = (session: Session, verb: string): void => session.note(`Warning: verb '${verb}' is not a known verb\n`);

/** Names in RBAC rules that are not resources. */
const IDENTITIES = new Set(["users", "groups"]);

const attributesOf = async (
  session: Session,
  { verb, what }: { readonly verb: string; readonly what: string },
): Promise<Readonly<Record<string, string>>> => {
  const slash = what.indexOf("/");
  const text = slash === -1 ? what : what.slice(0, slash);
  const name = slash === -1 ? undefined : what.slice(slash + 1);
  const row = text === "*" ? undefined : await requireKind(session, text.toLowerCase()).catch(() => undefined);
  if (row === undefined && text !== "*" && !IDENTITIES.has(text.toLowerCase())) warnOfResource(session, text.toLowerCase());
  if (row !== undefined && !row.namespaced && !session.allNamespaces)
    session.note(`Warning: resource '${row.plural}' is not namespace scoped${row.group === "" ? "" : ` in group '${row.group}'`}\n`);
  if (!session.allNamespaces && !RESOURCE_VERBS.has(verb)) warnOfVerb(session, verb);
  const subresource = session.args.text("subresource");
  return {
    namespace: session.allNamespaces ? "" : session.namespace,
    verb,
    group: row?.group ?? (text === "*" ? "*" : ""),
    resource: row?.plural ?? text,
    ...(name && { name }),
    ...(subresource && { subresource }),
  };
};

const warnOfResource = (session: Session, text: string): void => {
  const [resource = "", ...group] = text.split(".");
  session.note(
    `Warning: the server doesn't have a resource type '${resource}'${group.length === 0 ? "" : ` in group '${group.join(".")}'`}\n`,
  );
};

const listRights = async (session: Session): Promise<void> => {
  const { args } = session;
  if (args.words.length > 0) throw new CommandFailure("list option must be specified with no arguments");
  if (args.on("quiet") || session.allNamespaces || args.text("subresource"))
    throw new CommandFailure("list option can't be specified with neither quiet, all-namespaces nor subresource options");
  const { status } = await review(session, "authorization.k8s.io", "SelfSubjectRulesReview", { namespace: session.namespace });
  if (status?.incomplete) session.note(`Warning: the list may be incomplete: ${status.evaluationError ?? ""}`);
  const rows = compactRules([...(status?.resourceRules ?? []), ...(status?.nonResourceRules ?? [])]).map((row) => row.split("\t"));
  session.print(
    renderTable({ header: ["Resources", "Non-Resource URLs", "Resource Names", "Verbs"], rows }, session.args.on("no-headers")),
  );
};

/** `kubectl auth whoami`. */
export const whoAmICommand: Command = defineCommand({
  path: "auth whoami",
  usage: "",
  flags: flagTable("output,o string", ...TEMPLATE_FLAGS),
  run: async (session) => {
    const answer = await review(session, "authentication.k8s.io", "SelfSubjectReview");
    const format = outputOf(session);
    if (format.kind === "name") return session.line("selfsubjectreview.authentication.k8s.io/<unknown>");
    if (format.kind !== "table") return session.print(renderTyped(format, answer as unknown as Manifest));
    const user = answer.status?.userInfo ?? {};
    const rows = [`Username\t${user.username ?? ""}`];
    if (user.uid) rows.push(`UID\t${user.uid}`);
    if ((user.groups ?? []).length > 0) rows.push(`Groups\t[${user.groups?.join(" ")}]`);
    for (const key of Object.keys(user.extra ?? {}).sort()) rows.push(`Extra: ${key}\t[${user.extra?.[key]?.join(" ")}]`);
    session.print(`${alignTabs(["ATTRIBUTE\tVALUE", ...rows].join("\n"), { minWidth: 6, padding: 3 })}\n`);
  },
});
