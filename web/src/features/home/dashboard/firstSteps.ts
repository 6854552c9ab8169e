/** The steps to the first order among the tasks of a publisher. */
import type { Task } from "@/api/gen/types.gen";
import { dashboard, type StepName } from "@/text/home/dashboard";

export type Step = Task & { name: StepName };

export const isDone = ({ state }: Task) => state === "done";

const isStep = (task: Task): task is Step => task.name in dashboard.steps;

/** The steps to the first order, everything else there is to do, and how far a publisher has come. */
export function progressOf(tasks: Task[]) {
  const steps = tasks.filter(isStep);
  const isTaken = (name: StepName) => steps.some((step) => step.name === name && isDone(step));
  const starting = !isTaken("first_order");
  return {
    steps,
    others: tasks.filter((task) => !isStep(task)),
    starting,
    /** Whether there is anything to show but zeros. */
    hasFigures: !starting || isTaken("first_click"),
  };
}
