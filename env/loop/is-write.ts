import type { AuditRecord } from "#pool/backend.ts";

/** True for an accepted write; reviews and dry runs change nothing. */
export const isWrite = ({ dryRun, status, object }: AuditRecord): boolean =>
  !dryRun && status < 300 && !/reviews|^tokenrequests/.test(object);
