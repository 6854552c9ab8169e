import { SimpleGrid } from "@mantine/core";
import { IconBrandPaypal, IconBuildingBank, IconWallet } from "@tabler/icons-react";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { shell } from "@/text/core/shell";
import { paymentMethod as words } from "@/text/payments/paymentMethod";
import { ButtonLink } from "@/ui/base/links";
import { Panel } from "@/ui/layout/Panel";

import { addLink, KINDS } from "./kinds";

const ICONS = {
  paypal: IconBrandPaypal,
  payoneer: IconWallet,
  airwallex: IconWallet,
  bank: IconBuildingBank,
};

/** The kinds of payment methods one can add, or propose to an owner. */
export function AddMethod() {
  const mayEdit = hasPermission(useUser(), "payee.edit");
  return (
    <Panel title={mayEdit ? words.addTitle : words.proposeTitle}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
        {KINDS.map((kind) => {
          const Icon = ICONS[kind];
          return (
            <ButtonLink
              key={kind}
              {...addLink(kind)}
              variant="default"
              aria-label={shell.addPayment[kind]}
              leftSection={<Icon size={18} stroke={1.5} aria-hidden="true" />}
            >
              {words.kinds[kind]}
            </ButtonLink>
          );
        })}
      </SimpleGrid>
    </Panel>
  );
}
