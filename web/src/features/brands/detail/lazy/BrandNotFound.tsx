import { Paper } from "@mantine/core";
import { RELATION_NONE } from "@/api/gen/enums.gen";
import { brandNotFound } from "@/text/brands/brandNotFound";
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
          title={brandNotFound.title}
          help={brandNotFound.help}
          action={
            <ButtonLink to="/brands/find" search={{ status: RELATION_NONE }} size="xs">
              {brandNotFound.back}
            </ButtonLink>
          }
        />
      </Paper>
    </>
  );
}
