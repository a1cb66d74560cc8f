import { expect, test } from "vitest";
import { pushImage } from "#sim/programs/catalogue/pushed-images.ts";
import { bootAppUnderLoad } from "./app-under-load.ts";

const ERROR = "cannot decode message: unexpected version 3";

test("a build that fails a share of its requests logs its failures, and its caller what it was told", async () => {
  const hotel = await bootAppUnderLoad("hotel-reservation");
  const [{ name, image = "" } = { name: "" }] = hotel.podOf("geo").spec.containers;
  pushImage(hotel.world, { from: image, tag: "next", program: "/go/bin/geo", defect: { fails: { share: 0.2, error: ERROR } } });
  hotel.patchContainer("geo", { name, image: image.replace(/:[^:/]*$/, ":next") });
  expect(hotel.logOf("geo")).toContain(ERROR);
  expect(hotel.logOf("search")).toContain(`desc = ${ERROR}`);
});
