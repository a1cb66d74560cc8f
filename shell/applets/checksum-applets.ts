import { type ChecksumName, checksum } from "#core/checksum.ts";
import { bytesOfText } from "#core/latin1.ts";
import type { Applet, AppletCall } from "../interpreter/applet-call.ts";
import { readOptions } from "./options.ts";

const summing =
  (name: ChecksumName): Applet =>
  (call) => {
    const { rest, has } = readOptions(call.args, "csw");
    const paths = rest.length === 0 ? ["-"] : rest;
    const sum = (stdin: string): number => {
      if (has("c")) return check(call, name, { paths, stdin, isQuiet: has("s") });
      let status = 0;
      for (const path of paths) {
        const bytes = path === "-" ? stdin : call.readFile(path);
        if (bytes === undefined) status = 1;
        else call.out(`${checksum(name, bytesOfText(bytes))}  ${path}\n`);
      }
      return status;
    };
    return paths.includes("-") ? call.withInput(sum) : sum("");
  };

/** Compares files with the sums of a list. */
const check = (
  call: AppletCall,
  name: ChecksumName,
  { paths, stdin, isQuiet }: { readonly paths: readonly string[]; readonly stdin: string; readonly isQuiet: boolean },
): number => {
  let [count, failed, missing] = [0, 0, 0];
  for (const path of paths) {
    const list = path === "-" ? stdin : call.readFile(path);
    if (list === undefined) return 1;
    for (const line of list.split("\n")) {
      const [, wanted, file] = /^([0-9a-f]+) [ *](.+)$/i.exec(line) ?? [];
      if (wanted === undefined || file === undefined) continue;
      count += 1;
      const bytes = call.readFile(file);
      const isSame = bytes !== undefined && checksum(name, bytesOfText(bytes)) === wanted.toLowerCase();
      if (!isSame) failed += 1;
      if (bytes === undefined) missing += 1;
      if (!isQuiet) call.out(`${file}: ${isSame ? "OK" : "FAILED"}\n`);
    }
  }
  if (failed > 0 && !isQuiet) call.err(`${call.name}: WARNING: ${failed} of ${count} computed checksums did NOT match\n`);
  return failed + missing > 0 || count === 0 ? 1 : 0;
};

/** Applets that sum up files. */
export const CHECKSUM_APPLETS: Readonly<Record<string, Applet>> = {
  md5sum: summing("md5"),
  sha1sum: summing("sha1"),
  sha256sum: summing("sha256"),
  sha512sum: summing("sha512"),
};
