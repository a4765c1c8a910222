import { useAgents } from "../agents/_registry.ts";
import * as tasks from "./tasks.ts";

const TASKS: Record<TaskName, (input: never) => unknown> = { ...tasks };

export type TaskName = keyof typeof tasks;

/** What a thread is posted. */
export interface Job {
  name: TaskName;
  input: unknown;
  /** The config's agents at that moment, see `useAgents`: each thread has tables of its own. */
  agents: string;
}

/** The one function that threads run. */
export default async function run({ name, input, agents }: Job): Promise<unknown> {
  await useAgents(agents);
  return TASKS[name](input as never);
}
