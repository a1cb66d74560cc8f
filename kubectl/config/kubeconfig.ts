import type { Session } from "../session/session.ts";

/** Settings of one entry. */
export type Fields = Readonly<Record<string, unknown>>;

/** A named entry of one of the three lists. */
export interface Entry {
  readonly name: string;
  readonly [kind: string]: unknown;
}

/** A kubeconfig with the keys of its file. */
export interface ConfigFile {
  readonly clusters: readonly Entry[];
  readonly contexts: readonly Entry[];
  readonly users: readonly Entry[];
  readonly "current-context": string;
  readonly [key: string]: unknown;
}

const CONTEXT = "default";

/** The kubeconfig of a session; in an episode it has one context, with the server's address inside the cluster. */
export const configOf = (session: Session): ConfigFile => {
  const given = session.kubeconfig?.file as ConfigFile | undefined;
  if (given !== undefined) return given;
  return {
    apiVersion: "v1",
    clusters: [{ cluster: { "certificate-authority-data": "-", server: serverOf(session) }, name: CONTEXT }],
    contexts: [{ context: { cluster: CONTEXT, namespace: session.contextNamespace, user: CONTEXT }, name: CONTEXT }],
    "current-context": CONTEXT,
    kind: "Config",
    users: [{ name: CONTEXT, user: { token: "-" } }],
  };
};

/** Address of the API server. */
export const serverOf = ({ kubeconfig }: Session): string => kubeconfig?.server ?? "https://kubernetes.default.svc";

/** Sorts entries by name. */
export const byName = (entries: readonly Entry[]): readonly Entry[] => [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
