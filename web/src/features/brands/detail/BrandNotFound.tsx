import { Paper } from "@mantine/core";
import { RELATION_NONE } from "@/api/gen/enums.gen";
import { brand as words } from "@/text/brands/brand";
import { shell } from "@/text/core/shell";
import { ButtonLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { PageHeader } from "@/ui/layout/PageHeader";

/** Shown if there is no such brand. */
export function BrandNotFound() {
  return (
    <>
      <PageHeader title={shell.brandDetails} />
      <Paper>
        <EmptyState
          title={words.notFoundTitle}
          help={words.notFoundHelp}
          action={
            <ButtonLink to="/brands/find" search={{ status: RELATION_NONE }} size="xs">
              {words.backToBrands}
            </ButtonLink>
          }
        />
      </Paper>
    </>
  );
}
