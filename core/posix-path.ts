/** Joins paths and normalises the result, as `path.posix.join` does. */
export const joinPaths = (...parts: readonly string[]): string => normalizePath(parts.filter((part) => part !== "").join("/"));

/** Removes empty parts, `.` and `..` where they can be; a slash at the end stays. An empty path is `.`. */
export const normalizePath = (path: string): string => {
  const isAbsolute = path.startsWith("/");
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (!isAbsolute) parts.push(part);
  }
  const text = `${isAbsolute ? "/" : ""}${parts.join("/")}`;
  const end = path.endsWith("/") && parts.length > 0 ? "/" : "";
  return text === "" ? `.${path.endsWith("/") && path !== "" ? "/" : ""}` : `${text}${end}`;
};

/** Resolves a path from an absolute folder: without `.`, `..`, doubled slashes and one at the end. */
export const resolvePath = (path: string, folder: string): string => {
  const parts: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${folder}/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
};

/** Folder of a path, as `path.posix.dirname` gives it. */
export const folderOf = (path: string): string => {
  const end = path.replace(/\/+$/, "").lastIndexOf("/");
  if (end === -1) return path.startsWith("/") ? "/" : ".";
  const folder = path.slice(0, end);
  return /^\/*$/.test(folder) ? "/".repeat(end === 1 && path.startsWith("//") ? 2 : 1) : folder;
};

/** Last part of a path, as `path.posix.basename` gives it. */
export const lastPartOf = (path: string): string => path.replace(/\/+$/, "").replace(/^.*\//s, "");
