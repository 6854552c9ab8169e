import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { RELATION_NONE, SITE_STATUS_APPROVED } from "@/api/gen/enums.gen";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { site as words } from "@/text/channels/site";
import { ButtonLink } from "@/ui/base/links";
import { Callout } from "@/ui/feedback/Callout";
import { channelsQuery } from "@/ui/picker/channelsQuery";

/** The next step after the first channel was added, until it has joined a brand. */
export function JoinStep() {
  const mayApply = hasPermission(useUser(), "site.edit");
  const { data } = useQuery(channelsQuery);
  const channels = data?.list ?? [];
  const ready = channels.some(({ status }) => status === SITE_STATUS_APPROVED);
  const joined = channels.some(({ brands_joined }) => brands_joined > 0);
  if (!ready || joined || !mayApply) return null;
  return (
    <Callout state="approved" title={words.joinTitle}>
      <Text>{words.joinHelp}</Text>
      <div>
        <ButtonLink to="/brands/find" search={{ status: RELATION_NONE }}>
          {words.joinStep}
        </ButtonLink>
      </div>
    </Callout>
  );
}
