import { flagTexts } from "../flag-texts.ts";

export default flagTexts({ id: "flag-cart-failure", flag: "cartFailure", variant: "on", about: "cart failure" });
