import { flagTexts } from "../flag-texts.ts";

export default flagTexts({ id: "flag-payment-failure", flag: "paymentFailure", variant: "50%", about: "payment failure" });
