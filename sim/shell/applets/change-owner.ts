import { accountNumber } from "../../processes/identity.ts";
import type { Applet } from "../interpreter/applet-call.ts";
import type { Owner } from "../machine/file-owners.ts";
import { readOptions } from "./options.ts";

/** `chown USER[:GROUP]`, `chown :GROUP` and `chgrp GROUP`. */
export const changeOwner: Applet = (call) => {
  const { rest, has } = readOptions(call.args, "RhcvfLHP");
  const [word = "", ...paths] = rest;
  const { process, fs } = call.machine;
  const [userWord = "", groupWord = ""] = call.name === "chgrp" ? ["", word] : word.split(/[:.]/);
  const user = userWord === "" ? undefined : accountNumber(process, "/etc/passwd", userWord);
  const group = groupWord === "" ? undefined : accountNumber(process, "/etc/group", groupWord);
  if (userWord !== "" && user === undefined) return call.fail(`unknown user ${userWord}`);
  if (groupWord !== "" && group === undefined) return call.fail(`unknown group ${groupWord}`);
  const owner: Partial<Owner> = { ...(user !== undefined && { user }), ...(group !== undefined && { group }) };
  let status = 0;
  const change = (path: string): void => {
    const full = call.path(path);
    const error = fs.setOwner(full, owner);
    if (error !== undefined) status = call.fail(`${path}: ${error}`);
    if (has("R") && fs.isFolder(full)) for (const name of fs.list(full)) change(`${path.replace(/\/$/, "")}/${name}`);
  };
  for (const path of paths) change(path);
  return status;
};
