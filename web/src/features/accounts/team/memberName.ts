import type { TeamMember } from "@/api/gen/types.gen";

/** The name by which a member is called: the chosen one, or else the username. */
export const memberName = ({ nickname, username }: Pick<TeamMember, "nickname" | "username">) =>
  nickname || username;
