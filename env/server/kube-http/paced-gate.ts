import type { Gate } from "./gate.ts";
import { type RequestBounds, serveRequest } from "./serve-request.ts";
import { serveUpgrade } from "./serve-upgrade.ts";
import { createTenant, type TenantOptions } from "./tenant.ts";

/** Creates the gate to a simulated world, whose time the endpoint paces. */
export const createPacedGate = (options: TenantOptions, bounds: RequestBounds): Gate => {
  const tenant = createTenant(options);
  return {
    serve: (exchange) => serveRequest(tenant, exchange, bounds),
    upgrade: (upgrade) => serveUpgrade(tenant, upgrade),
    query: tenant.query,
    streams: tenant.streams,
    close: tenant.close,
  };
};
