import { type Command, defineCommand } from "../command-line/command.ts";
import { flagTable } from "../command-line/flags.ts";
import { objectsOfArguments } from "../command-line/objects-of-arguments.ts";
import { refuseAllAndSelector, SET_FLAGS } from "../command-line/set-flags.ts";
import { patchChanged } from "../generate/change-pod-spec.ts";
import { CommandFailure, throwAll } from "../session/errors.ts";
import type { Manifest, Session } from "../session/session.ts";

/** `kubectl set subject`: adds users, groups and service accounts to bindings. */
export const setSubjectCommand: Command = defineCommand({
  path: "set subject",
  usage:
    "(-f FILENAME | TYPE NAME) [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname] [--dry-run=server|client|none]",
  flags: flagTable(...SET_FLAGS, "user array", "group array", "serviceaccount array"),
  run: async (session) => {
    const items = await objectsOfArguments(session);
    checkSubjects(
      session,
      items.map(({ object }) => object),
    );
    const failures: Error[] = [];
    for (const item of items) {
      if (item.object.kind !== "RoleBinding" && item.object.kind !== "ClusterRoleBinding") {
        failures.push(
          new CommandFailure(
            `error: ${item.row.plural}/${item.object.metadata.name} setting subjects is only supported for RoleBinding/ClusterRoleBinding\n`,
          ),
        );
        continue;
      }
      const known = (item.object["subjects"] ?? []) as readonly Subject[];
      const added = subjectsOf(session).filter((subject) => !known.some((other) => isSame(subject, other)));
      if (added.length === 0) continue;
      const changed = { ...item.object, subjects: [...known, ...added] } as Manifest;
      await patchChanged(session, item, changed, { done: "subjects updated", failure: "failed to patch subjects to rolebinding: " });
    }
    throwAll(failures);
  },
});

interface Subject {
  readonly kind: string;
  readonly apiGroup?: string;
  readonly name: string;
  readonly namespace?: string;
}

const isSame = (a: Subject, b: Subject): boolean =>
  a.kind === b.kind && a.name === b.name && (a.namespace ?? "") === (b.namespace ?? "") && (a.apiGroup ?? "") === (b.apiGroup ?? "");

const checkSubjects = (session: Session, objects: readonly Manifest[]): void => {
  const { args } = session;
  refuseAllAndSelector(session);
  if (!args.has("user") && !args.has("group") && !args.has("serviceaccount"))
    throw new CommandFailure("you must specify at least one value of user, group or serviceaccount");
  for (const account of args.list("serviceaccount")) {
    const [namespace, name, ...more] = account.split(":");
    if (!name || more.length > 0) throw new CommandFailure("serviceaccount must be <namespace>:<name>");
    if (namespace === "" && objects.some(({ kind }) => kind === "ClusterRoleBinding"))
      throw new CommandFailure("serviceaccount must be <namespace>:<name>, namespace must be specified");
  }
};

const subjectsOf = ({ args, namespace }: Session): readonly Subject[] => {
  const sorted = (flag: string): readonly string[] => [...new Set(args.list(flag))].sort();
  const apiGroup = "rbac.authorization.k8s.io";
  return [
    ...sorted("user").map((name) => ({ kind: "User", apiGroup, name })),
    ...sorted("group").map((name) => ({ kind: "Group", apiGroup, name })),
    ...sorted("serviceaccount").map((account) => {
      const [place, name] = account.split(":") as [string, string];
      return { kind: "ServiceAccount", namespace: place || namespace, name };
    }),
  ];
};
