/** The image of a component: its own, or the one of the same name in the registry that the chart is configured with. */
export const imageIn = (registry: string | undefined, image: string): string =>
  registry === undefined ? image : `${registry}/${image.slice(image.lastIndexOf("/") + 1)}`;

/** The object with another image in place of each that its containers name, however deep their pod's template is. */
export const mapImages = <T>(object: T, map: (image: string) => string): T =>
  JSON.parse(JSON.stringify(object), (key, value) => (key === "image" && typeof value === "string" ? map(value) : value)) as T;

/** The images that the containers of an object name. */
export const imagesIn = (object: unknown): readonly string[] => {
  const found: string[] = [];
  mapImages(object, (image) => {
    found.push(image);
    return image;
  });
  return found;
};
