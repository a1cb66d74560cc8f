import { toMicroTimestamp } from "#core/timestamp.ts";
import type { Registration, RegistryLog } from "../registry/registrations.ts";

/** A line as the Nacos server writes it. */
export const nacosLine = (atMs: number, level: "INFO" | "WARN" | "ERROR", message: string): string =>
  `${toMicroTimestamp(atMs).slice(0, 23).replace("T", " ").replace(".", ",")} ${level} ${message}`;

/** Lines of a server about its clients. */
export const NACOS_LOG: RegistryLog = {
  registered: (atMs, registration) => nacosLine(atMs, "INFO", `Client connection ${clientOf(registration)} connect`),
  deregistered: (atMs, registration) =>
    nacosLine(atMs, "INFO", `Client connection ${clientOf(registration)} disconnect, remove instances and subscribers`),
};

const clientOf = ({ address, port, service }: Registration): string => `${address}#${port}#DEFAULT_GROUP@@${service}`;
