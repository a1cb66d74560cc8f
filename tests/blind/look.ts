import { openHost } from "#env/open/open-host.ts";
import { drawLabelledIncidents } from "./draw-labelled-incidents.ts";
import { areaUnderCurve } from "./gradient-boosting.ts";

const app = process.argv[2]!,
  resets = Number(process.argv[3]),
  fams = process.argv[4]!.split(",");
const open = await openHost();
const acc = new Map<string, { s: number[]; l: number[] }>();
let shown = 0;
for await (const inc of drawLabelledIncidents(open, { resets, seed: 5000, hasSurroundings: true, app })) {
  if (!fams.includes(inc.family)) continue;
  const kinds = new Set(inc.rows.filter((r) => r.isCulprit).map((r) => r.kind));
  const peers = inc.rows.filter((r) => kinds.has(r.kind));
  const likely = peers.filter((r) => r.isCulprit || inc.targets.has(r.resource));
  const rows = likely.some((r) => !r.isCulprit) ? likely : peers;
  if (shown++ < 3) console.log(inc.task, JSON.stringify(rows.find((r) => r.isCulprit)), rows.length);
  for (const name of Object.keys(rows[0]!.features)) {
    const a = acc.get(inc.family + " " + name) ?? { s: [], l: [] };
    for (const r of rows) {
      const v = (r.features as any)[name];
      a.s.push(
        rows.filter((o) => (o.features as any)[name] < v).length / rows.length +
          rows.filter((o) => (o.features as any)[name] === v).length / rows.length / 2,
      );
      a.l.push(r.isCulprit ? 1 : 0);
    }
    acc.set(inc.family + " " + name, a);
  }
}
for (const [k, { s, l }] of [...acc].sort())
  console.log(
    k.padEnd(34),
    l.reduce((x, y) => x + y, 0),
    areaUnderCurve(s, l).toFixed(3),
  );
