/** A task as people name it. */
export interface TaskParts {
  readonly app: string;
  /** Faults, or the problem. */
  readonly problem: string;
  /** Targets and settings, but for usual ones. */
  readonly params: string;
}

/** Takes the address of a task apart. */
export const taskParts = (uri: string): TaskParts => {
  const [path = "", query = ""] = uri.replace("kubedrill://", "").split("?");
  const [app = "", ...problem] = path.split("/");
  const told = [...new URLSearchParams(query)].filter(([name, value]) => USUAL[name] !== value);
  return { app, problem: problem.join("/"), params: told.map(([, value]) => value).join(" ") };
};

/** Values that say of a task that nothing was added to it. */
const USUAL: Readonly<Record<string, string>> = { noise: "none", decoys: "none", twins: "none", variant: "standard" };
