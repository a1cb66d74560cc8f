import { expect, test } from "vitest";
import { loadApps } from "../catalogue/load-apps.ts";
import { chooseVariants } from "./choose-variants.ts";

const appOf = async (overlay?: string, name = "hotel-reservation") => {
  const app = (await loadApps(overlay)).find(({ record }) => record.name === name);
  if (app === undefined) throw new Error(`${name} is not there`);
  return app;
};
const [published, played] = [await appOf(), await appOf("actor")];
const idsWhere = (isHeldOut: boolean) => played.variants.filter((variant) => variant.isHeldOut === isHeldOut).map(({ id }) => id);

test("where there is an image for each variant, slots get those of train unless told otherwise", () => {
  expect(chooseVariants(played, [])).toEqual(idsWhere(false));
});

test("with the original images slots get the published form, and no other", () => {
  expect(chooseVariants(published, [])).toEqual(["standard"]);
  expect(() => chooseVariants(published, ["train"])).toThrow("--values actor");
});

test("ids and names of several can be mixed, and none counts twice", () => {
  const [held = ""] = idsWhere(true);
  expect(chooseVariants(played, ["standard"])).toEqual(["standard"]);
  expect(chooseVariants(played, [held, "eval", "standard"])).toEqual([held, ...idsWhere(true).slice(1), "standard"]);
  expect(chooseVariants(played, ["all"])).toEqual(["standard", ...played.variants.map(({ id }) => id)]);
});

test("a variant that is not there is named, with those that are", () => {
  expect(() => chooseVariants(played, ["1", "99"])).toThrow('has no variant "99"; there are train, eval, all, standard, 1, 2');
});

test("an app whose variants name no images of their own is played in its published form alone", async () => {
  const shop = await appOf("actor", "astronomy-shop");
  expect(chooseVariants(shop, [])).toEqual(["standard"]);
  expect(() => chooseVariants(shop, ["train"])).toThrow("its variants name no images of their own");
});
