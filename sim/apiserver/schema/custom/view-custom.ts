import type { Result } from "#core/result.ts";
import type { ResourceRow } from "#kube/objects/resources.ts";
import type { KubeObject, Status } from "#kube/types/meta.ts";
import type { World } from "../../../kernel/world.ts";
import { customResource } from "./custom-resources.ts";
import { showStored } from "./show-stored.ts";

/** A stored custom object as a row's version shows it, or why it cannot be shown there. */
export const viewCustom = (world: World, row: ResourceRow, object: KubeObject): Result<KubeObject, Status> =>
  showStored(world, customResource(world, row), object);
