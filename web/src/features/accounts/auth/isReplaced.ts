import type { Refusal } from "@/api/call";

/** Whether a mailed link was refused because a newer mail has been sent, whose link works. */
export function isReplaced({ data }: Refusal): boolean {
  return (data as { reason?: unknown } | null | undefined)?.reason === "replaced";
}
