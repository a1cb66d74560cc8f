import { keepFor } from "#core/keep-for.ts";
import type { AppBehaviour } from "#kube/app/behaviour.ts";
import { createImageCatalogue, type ImageCatalogue } from "../../images/image-catalogue.ts";
import type { World } from "../../kernel/world.ts";
import { type AppProgram, programsOf } from "../../processes/app-program.ts";
import { type AppInstall, installedApps } from "./app-install.ts";
import { appImage, IMAGES } from "./images.ts";
import { withPushed } from "./pushed-images.ts";

/** Contents of a world's registries and images: the common ones, and those of its applications. */
export interface AppCatalogue {
  readonly images: ImageCatalogue;
  /** Applications' own programs, by their ids. */
  readonly programs: ReadonlyMap<string, AppProgram>;
}

/** Catalogue of a world; forks share it. */
export const catalogueOf = (world: World): AppCatalogue => ofInstalls(installedApps(world));

/** Images that the registries of a world hold. */
export const imagesOf = (world: World): ImageCatalogue => withPushed(world, catalogueOf(world).images);

/** Catalogue of some applications. */
export const createCatalogue = (apps: readonly AppBehaviour[]): AppCatalogue => ({
  images: createImageCatalogue([...apps.flatMap(({ images }) => images.map(appImage)), ...IMAGES]),
  programs: new Map(apps.flatMap(programsOf).map((program) => [program.id, program])),
});

const ofInstalls = keepFor((installs: readonly AppInstall[]) => createCatalogue(installs.flatMap(({ behaviour }) => behaviour ?? [])));
