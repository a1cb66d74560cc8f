import { POOL_EVENTS, type PoolEvent } from "#pool/backends/namespaces/pool-event.ts";
import { loadLibrary } from "../catalogue/library.ts";
import { createServerLog, type ServerLog } from "../observability/server-log.ts";
import type { ServerConfig } from "./config.ts";
import { describeFacts } from "./describe-facts.ts";
import { openHostOn } from "./open-host.ts";
import { openPoolOf } from "./open-pool.ts";
import type { ServerParts } from "./server-parts.ts";
import { createVacancyOf } from "./vacancy-of.ts";

/**
 * Opens the pool of a real cluster, provisions the configured number of slots, and plays in this thread, since the
 * worlds are elsewhere.
 */
export const openPoolParts = async (config: ServerConfig): Promise<ServerParts> => {
  const log = createServerLog(config.logLevel);
  const library = await loadLibrary();
  const { pool, apps } = await openPoolOf(config, library, (event) => logEvent(log, event));
  try {
    log.info("pool", { ...pool.recovery, capabilities: pool.backend.capabilities });
    await pool.backend.provision({ app: config.app, slots: config.slots });
    const open = await openHostOn(pool.backend, library, apps);
    const { kube: _, ...host } = open.host; // nothing here is simulated
    return {
      host,
      catalogue: open.catalogue,
      facts: describeFacts(open),
      vacancyOf: createVacancyOf(open),
      threads: 1,
      onLost: () => undefined,
      close: async () => {
        await open.incidents.idle();
        await pool.close();
      },
    };
  } catch (cause) {
    await pool.close();
    throw cause;
  }
};

const logEvent = (log: ServerLog, { kind, ...fields }: PoolEvent): void => {
  log[POOL_EVENTS[kind].isWorrying ? "warn" : "info"](`slot ${kind}`, fields);
};
