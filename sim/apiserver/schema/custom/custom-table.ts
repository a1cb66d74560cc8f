import type { ResourceRow } from "#kube/objects/resources.ts";
import { toTable } from "#kube/table/to-table.ts";
import type { KubeList, KubeObject } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import type { ApiAnswer } from "../../http/api-request.ts";
import { customColumns } from "./printer-columns.ts";

/** Custom resources as the table that was asked for: only the server knows their columns. Other answers stay as they are. */
export const withCustomTable = (world: World, row: ResourceRow, answer: ApiAnswer): ApiAnswer => {
  const columns = answer.status === 200 ? customColumns(world, row) : undefined;
  if (columns === undefined) return answer;
  return { ...answer, body: toTable(row, answer.body as KubeObject | KubeList, { nowMs: world.nowMs(), columns }) };
};
