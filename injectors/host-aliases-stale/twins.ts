import { idleSet } from "../idle-set.ts";
import { type DrawTwins, neighbourNames } from "../twin.ts";

/** Idle workloads that give addresses of their own to names outside the cluster, of what is gone, or of the app's own Services. */
export const twins: DrawTwins = (rng, baseline) =>
  neighbourNames(rng, baseline, 2, 4).flatMap((name) => {
    const own = rng.stream(`aliases of ${name}`);
    const inside = own.stream("inside").pick(baseline.app.components).name;
    const hostname = own.pick(["license", "smtp", "ldap", "legacy-db", "proxy", ...Array<string>(10).fill(inside)]);
    const hostAliases = [
      {
        ip: `10.${own.int(96, 99)}.${own.int(16, 250)}.${own.int(2, 250)}`,
        hostnames: [hostname, `${hostname}.${own.pick(["internal", "corp.example", "lan"])}`],
      },
    ];
    return idleSet(rng.stream(name), baseline, name, ({ spec, ...template }) => ({ ...template, spec: { ...spec, hostAliases } }));
  });
