import type { World } from "../../kernel/world.ts";
import { installedApps } from "../../programs/catalogue/app-install.ts";
import { monitoredNamespaces } from "../metrics/monitored-namespaces.ts";
import { type AlertRule, alertRules } from "./alert-rules.ts";

/** The rules that watch a world at an instant. */
export const worldRules = (world: World, atMs: number): readonly AlertRule[] =>
  alertRules(monitoredNamespaces(world, atMs), new Map(installedApps(world).map(({ namespace, record }) => [namespace, record.load.rps])));
