import { flagTexts } from "../flag-texts.ts";

export default flagTexts({
  id: "flag-recommendation-cache",
  flag: "recommendationCacheFailure",
  variant: "on",
  about: "recommendation cache",
});
