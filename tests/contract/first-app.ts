import type { Catalogue } from "#env/catalogue/catalogue.ts";

/** Applications in which the suites look for targets, in this order: the first has most of them, and boots fastest. */
const APPS = ["hotel-reservation", "social-network", "astronomy-shop", "blueprint-hotel-reservation", "fleetcast", "train-ticket"];

/** The first application in which a fault has targets. */
export const firstAppOf = (catalogue: Catalogue, faultId: string): string => {
  const app = APPS.find((name) => targetsOf(catalogue, name, faultId).length > 0);
  if (app === undefined) throw new Error(`${faultId} has no target in any application`);
  return app;
};

/** Targets of a fault in an application, in the names of its published form. */
export const targetsOf = (catalogue: Catalogue, app: string, faultId: string): readonly string[] =>
  catalogue.pairsOf(app).pairs.flatMap((pair) => (pair.faultId === faultId ? [pair.target] : []));
