/** The image of a component: its own, or the one of the same name in the registry that the chart is configured with. */
export const imageIn = (registry: string | undefined, image: string): string =>
  registry === undefined ? image : `${registry}/${image.slice(image.lastIndexOf("/") + 1)}`;
