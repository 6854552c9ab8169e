import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useArrival } from "@/api/arrival";
import type { Invitation, Team, TeamMember } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { useSession } from "@/api/session";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { OF_TEAM, WaitingChanges } from "@/features/accounts/guarded/WaitingChanges";
import { team as words } from "@/text/accounts/team";
import { shell } from "@/text/core/shell";
import { formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { overlay } from "@/ui/base/overlay";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { LazyPasswordModal } from "@/ui/confirm/LazyPasswordModal";
import type { PasswordPrompt } from "@/ui/confirm/lazy/PasswordModal";
import { Answer } from "@/ui/feedback/Answer";
import { toast } from "@/ui/feedback/toasts";
import { ActionRow } from "@/ui/layout/ActionRow";
import { PageHeader } from "@/ui/layout/PageHeader";
import { Panel } from "@/ui/layout/Panel";
import { ActionMenu } from "@/ui/overlay/ActionMenu";
import { useChannelNames } from "@/ui/picker/useChannels";
import { RowList } from "@/ui/table/RowList";
import { limitsOf } from "./AccessFields";
import { memberName } from "./memberName";

const InviteModal = overlay(() => import("./InviteModal").then(({ InviteModal }) => InviteModal));
const RoleModal = overlay(() => import("./RoleModal").then(({ RoleModal }) => RoleModal));

/** The open modal of the page. */
type Open =
  | { kind: "invite" }
  | { kind: "role" | "remove" | "transfer"; member: TeamMember }
  | { kind: "resend"; invitation: Invitation }
  | { kind: "leave" };

/** The publisher's members. Owners can invite, change roles and remove. */
export function TeamPage() {
  const mayEdit = hasPermission(useUser(), "team.edit");
  const answer = useQuery(query("/user/team_list"));
  // What waits stands above the members, and would shift them.
  const arrived = useArrival(query("/user/changes"));
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <PageHeader
        title={shell.team}
        help={words.help}
        action={
          mayEdit && <Button onClick={() => setOpen({ kind: "invite" })}>{words.invite}</Button>
        }
      />
      <Answer of={answer} waiting={<Skeleton h={320} radius="lg" />}>
        {(team) =>
          !arrived ? (
            <Skeleton h={320} radius="lg" />
          ) : (
            <Stack gap="lg">
              <WaitingChanges kinds={OF_TEAM} />
              <Members members={team.members} mayEdit={mayEdit} onOpen={setOpen} />
              {mayEdit && <Invitations invitations={team.invitations} onOpen={setOpen} />}
              <LeavePanel team={team} onLeave={() => setOpen({ kind: "leave" })} />
            </Stack>
          )
        }
      </Answer>
      {open?.kind === "invite" && <InviteModal onClosed={close} />}
      {open?.kind === "role" && <RoleModal member={open.member} onClosed={close} />}
      {open && open.kind !== "invite" && open.kind !== "role" && (
        <LazyPasswordModal {...promptOf(open)} onClosed={close} />
      )}
    </>
  );
}

interface MembersProps {
  members: TeamMember[];
  mayEdit: boolean;
  onOpen: (open: Open) => void;
}

function Members({ members, mayEdit, onOpen }: MembersProps) {
  const user = useUser();
  const nameOf = useChannelNames();
  return (
    <Panel title={words.members}>
      <RowList>
        {members.map((member) => (
          <Row
            key={member.id}
            name={memberName(member)}
            badge={member.id === user.id && <Hint span>{words.you}</Hint>}
            role={words.roles[member.role]}
            about={[
              ...limitsOf(member, nameOf),
              member.email,
              ...aboutMember(member, user.time_zone),
            ]}
          >
            {mayEdit && (
              <ActionMenu
                label={words.actions(memberName(member))}
                groups={[
                  [
                    { label: words.change, onClick: () => onOpen({ kind: "role", member }) },
                    ...(member.role === "owner"
                      ? []
                      : [
                          {
                            label: words.transfer,
                            onClick: () => onOpen({ kind: "transfer", member }),
                          },
                        ]),
                  ],
                  member.id === user.id
                    ? []
                    : [{ label: words.remove, onClick: () => onOpen({ kind: "remove", member }) }],
                ].filter((group) => group.length > 0)}
              />
            )}
          </Row>
        ))}
      </RowList>
    </Panel>
  );
}

/** The details of a member that only owners see. */
function aboutMember({ two_step, last_seen }: TeamMember, zone: string): string[] {
  if (two_step === null) return [];
  return [
    last_seen ? words.lastSeen(formatDateTime(last_seen, zone)) : words.neverSeen,
    two_step ? words.twoStepOn : words.twoStepOff,
  ];
}

interface InvitationsProps {
  invitations: Invitation[];
  onOpen: (open: Open) => void;
}

function Invitations({ invitations, onOpen }: InvitationsProps) {
  const { time_zone: zone } = useUser();
  const nameOf = useChannelNames();
  const withdraw = useCall("/user/team_withdraw", { refresh: ["/user/team_list", "/user/audit"] });
  const ask = ({ id, email }: Invitation) =>
    openConfirm({
      title: words.withdrawTitle(email),
      question: words.withdrawHelp,
      confirm: words.withdraw,
      destroys: true,
      onConfirm: () =>
        withdraw.mutate(
          { attributes: { id } },
          { onSuccess: () => toast.success(words.withdrawn(email)) },
        ),
    });
  return (
    <Panel title={words.invitations}>
      {invitations.length === 0 && <Text c="dimmed">{words.noInvitations}</Text>}
      <RowList>
        {invitations.map((invitation) => {
          const { id, email, role, expires_at } = invitation;
          const day = formatDateTime(expires_at, zone);
          const late = Date.parse(expires_at) <= Date.now();
          return (
            <Row
              key={id}
              name={email}
              badge={late && <StatusBadge state="offline">{words.expired(day)}</StatusBadge>}
              role={words.roles[role]}
              about={[...limitsOf(invitation, nameOf), ...(late ? [] : [words.until(day)])]}
            >
              <ActionMenu
                label={words.actions(email)}
                groups={[
                  [{ label: words.resend, onClick: () => onOpen({ kind: "resend", invitation }) }],
                  [{ label: words.withdraw, onClick: () => ask(invitation) }],
                ]}
              />
            </Row>
          );
        })}
      </RowList>
    </Panel>
  );
}

interface RowProps {
  name: string;
  badge: ReactNode;
  role: string;
  about: string[];
  children: ReactNode;
}

/** A person: the name, the role, what is known about them, and what can be done. */
function Row({ name, badge, role, about, children }: RowProps) {
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="sm">
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text fw={500} truncate>
            {name}
          </Text>
          {badge}
        </Group>
        <Hint size="sm">{[role, ...about].join(" · ")}</Hint>
      </Stack>
      {children}
    </Group>
  );
}

/** Leaving the team, which the only owner cannot. */
function LeavePanel({ team: { members }, onLeave }: { team: Team; onLeave: () => void }) {
  const { id, roles } = useUser();
  const others = members.some((each) => each.role === "owner" && each.id !== id);
  const mayLeave = others || !roles.includes("owner");
  if (members.length === 1) return null;
  return (
    <Panel title={words.leave}>
      <ActionRow help={mayLeave ? words.leaveHelp : words.leaveOwner}>
        {mayLeave && (
          <Button variant="default" ml="auto" onClick={onLeave}>
            {words.leave}
          </Button>
        )}
      </ActionRow>
    </Panel>
  );
}

function promptOf(open: Exclude<Open, { kind: "invite" | "role" }>): PasswordPrompt {
  const shared = {
    label: words.password,
    labelHelp: words.passwordHelp,
    refresh: ["/user/team_list" as const],
  };
  const forget = () => useSession.getState().forget();
  if (open.kind === "leave") {
    return {
      ...shared,
      call: { path: "/user/team_leave", attributes: {} },
      title: words.leave,
      help: words.leaveHelp,
      confirm: words.leave,
      destroys: true,
      done: words.left,
      refresh: [],
      onDone: forget,
    };
  }
  if (open.kind === "resend") {
    const { email, role, site_ids, with_money } = open.invitation;
    return {
      ...shared,
      call: { path: "/user/team_invite", attributes: { email, role, site_ids, with_money } },
      title: words.resendTitle(email),
      help: words.resendHelp,
      confirm: words.sendInvitation,
      done: words.invited(email),
    };
  }
  const { id } = open.member;
  const name = memberName(open.member);
  if (open.kind === "remove") {
    return {
      ...shared,
      call: { path: "/user/team_remove", attributes: { id } },
      title: words.removeTitle(name),
      help: words.removeHelp,
      confirm: words.remove,
      destroys: true,
      done: words.removed(name),
    };
  }
  return {
    ...shared,
    call: { path: "/user/team_transfer", attributes: { id } },
    title: words.transferTitle(name),
    help: words.transferHelp(name),
    confirm: words.transfer,
    done: words.transferred(name),
    refresh: ["/user/changes", "/user/audit"],
  };
}
