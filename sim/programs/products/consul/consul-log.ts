import { toMicroTimestamp } from "#core/timestamp.ts";
import type { RegistryLog } from "../registry/registrations.ts";

/** A line as a consul agent writes it. */
export const consulLine = (atMs: number, level: "INFO" | "WARN" | "ERROR", part: string, message: string): string =>
  `${toMicroTimestamp(atMs).replace("000Z", "Z")} [${level}]${level.length === 4 ? " " : ""} ${part}: ${message}`;

/** Lines of an agent about its services. */
export const CONSUL_LOG: RegistryLog = {
  registered: (atMs, { id }) => consulLine(atMs, "INFO", "agent", `Synced service: service=${id}`),
  deregistered: (atMs, { id }) => consulLine(atMs, "INFO", "agent", `Deregistered service: service=${id}`),
};
