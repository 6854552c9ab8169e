import { Paper } from "@mantine/core";

import { brand as words } from "@/text/brand";
import { shell } from "@/text/shell";
import { EmptyState } from "@/ui/EmptyState";
import { ButtonLink } from "@/ui/links";
import { PageHeader } from "@/ui/PageHeader";

import { NEW } from "./search";

/** Where a brand's page would be, had the network such a brand. */
export function BrandMissing() {
  return (
    <>
      <PageHeader title={shell.brandDetails} />
      <Paper>
        <EmptyState
          title={words.notFoundTitle}
          help={words.notFoundHelp}
          action={
            <ButtonLink to="/brands/find" search={{ status: NEW }} size="xs">
              {words.backToBrands}
            </ButtonLink>
          }
        />
      </Paper>
    </>
  );
}
