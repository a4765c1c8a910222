import { answerCommand } from "./_answer.ts";

export default answerCommand();
