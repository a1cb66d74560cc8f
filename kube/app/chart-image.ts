/** The image that a component runs: its own, or the one of the same name in the registry that the chart is told to use. */
export const imageIn = (registry: string | undefined, image: string): string =>
  registry === undefined ? image : `${registry}/${image.slice(image.lastIndexOf("/") + 1)}`;
