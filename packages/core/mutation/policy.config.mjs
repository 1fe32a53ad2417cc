import { mutationSettings } from "./settings.mjs";

export default mutationSettings("policy");
