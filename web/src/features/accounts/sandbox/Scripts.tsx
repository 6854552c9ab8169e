import { Group } from "@mantine/core";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { sandbox as words } from "@/text/accounts/sandbox";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { Panel } from "@/ui/layout/Panel";

/** Leads to what scripts need: a token of the sandbox, and the guide. */
export function Scripts() {
  const user = useUser();
  return (
    <Panel title={words.tokens}>
      <Hint size="sm">{words.tokensHelp}</Hint>
      <Group gap="md">
        {hasPermission(user, "token.edit") && (
          <AnchorLink to="/tools/apis/tokens" size="sm">
            {words.makeToken}
          </AnchorLink>
        )}
        <AnchorLink to="/tools/apis/$" params={{ _splat: "guides/sandbox" }} size="sm">
          {words.guide}
        </AnchorLink>
      </Group>
    </Panel>
  );
}
