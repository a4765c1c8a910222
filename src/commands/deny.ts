import { verdictCommand } from "./_answer.ts";

export default verdictCommand("deny");
