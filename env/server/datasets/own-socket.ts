import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A socket at which a server answers its own process. */
export interface OwnSocket {
  /** Address for gRPC, `unix:path`. */
  readonly address: string;
  /** Removes it. */
  close(): void;
}

/** Makes room for a socket in a folder that its owner alone may enter, so that a server with TLS needs no certificate to call itself. */
export const openOwnSocket = (): OwnSocket => {
  const folder = mkdtempSync(join(tmpdir(), "kubedrill-"));
  return { address: `unix:${join(folder, "own")}`, close: () => rmSync(folder, { recursive: true, force: true }) };
};
