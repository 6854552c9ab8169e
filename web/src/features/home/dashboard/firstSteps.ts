/** The steps to the first order among the tasks of a publisher. */
import type { Task } from "@/api/gen/types.gen";
import { mayOpen } from "@/api/user/pagePermissions";
import { hasPermission, type User } from "@/api/user/roles";
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

/** The permission that taking a task needs, where its page can be opened without it. */
const NEEDED: Partial<Record<string, string>> = {
  add_channel: "site.edit",
  verify_channel: "site.edit",
  join_brand: "site.edit",
  payment_method: "payee.edit",
  failed_payment: "payment.edit",
  renew_self_billing: "account.edit",
  vat_rejected: "account.edit",
  vat_unsaid: "account.edit",
  profile_incomplete: "account.edit",
};

/** Whether a user's role includes a task; what only waits can be looked at by whoever sees its page. */
export function mayTake(user: Pick<User, "permissions">, { name, state, to }: Task): boolean {
  const needed = state === "waiting" ? undefined : NEEDED[name];
  return mayOpen(user, to) && (needed === undefined || hasPermission(user, needed));
}
