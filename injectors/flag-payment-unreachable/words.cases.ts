import { flagTexts } from "../flag-texts.ts";

export default flagTexts({ id: "flag-payment-unreachable", flag: "paymentUnreachable", variant: "on", about: "payment unreachable" });
