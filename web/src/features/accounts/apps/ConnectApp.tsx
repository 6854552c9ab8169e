import { Checkbox, List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useReauthForm } from "@/api/form/useReauthForm";
import type { AgentScope, AppAsking, AppQuestion } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { currentPublisher } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { apps as words } from "@/text/accounts/apps";
import { shell } from "@/text/core/shell";
import { Hint } from "@/ui/base/Hint";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { Answer } from "@/ui/feedback/Answer";
import { Callout } from "@/ui/feedback/Callout";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Form } from "@/ui/form/Form";
import { ReauthInput } from "@/ui/form/lazy/ReauthInput";
import { PageHeader } from "@/ui/layout/PageHeader";
import { Panel } from "@/ui/layout/Panel";
import { refusalAddress } from "./question";

/** Asks whether an app may act for the user; the answer leads back to the app. */
export function ConnectApp({ question }: { question: AppQuestion | null }) {
  const user = useUser();
  return (
    <>
      <PageHeader title={shell.connect} />
      {user.impersonated_by ? (
        <Callout state="rejected" title={words.impersonated}>
          <Text size="sm">{words.impersonatedHelp}</Text>
        </Callout>
      ) : question ? (
        <Question question={question} />
      ) : (
        <Missing />
      )}
    </>
  );
}

function Missing() {
  return <EmptyState title={words.missing} help={words.missingHelp} />;
}

function Question({ question }: { question: AppQuestion }) {
  const answer = useQuery(query("/user/app_info", { attributes: question }));
  return (
    <Answer of={answer} missing={<Missing />}>
      {(asking) => <Decision question={question} asking={asking} />}
    </Answer>
  );
}

function Decision({ question, asking }: { question: AppQuestion; asking: AppAsking }) {
  const { name, goes_to, document_host, scopes } = asking;
  const publisher = currentPublisher(useUser());
  const { form, reauth, ...sending } = useReauthForm("/user/app_allow", {
    initialValues: { write: false, password: "" },
    attributes: ({ write, ...values }) => ({
      question,
      ...values,
      scopes: scopes.filter((scope) => scope !== "agent.write" || write) as AgentScope[],
    }),
    onSuccess: ({ redirect_to }) => window.location.assign(redirect_to),
  });
  return (
    <Panel
      title={words.asks(name)}
      action={<StatusBadge state="pending">{words.notVerified}</StatusBadge>}
    >
      <Hint size="sm">{words.notVerifiedHelp}</Hint>
      <Text>
        {words.goesTo} <b>{goes_to}</b>
      </Text>
      {document_host && (
        <Text>
          {words.describedBy} <b>{document_host}</b>
        </Text>
      )}
      {publisher && (
        <div>
          <Text>
            {words.actsFor} <b>{publisher.name}</b>
          </Text>
          <Hint size="sm">{words.actsForOther}</Hint>
        </div>
      )}
      <Form
        {...sending}
        save={words.allow}
        onCancel={() => window.location.assign(refusalAddress(question, window.location.origin))}
      >
        <Text fw={500}>{words.may}</Text>
        <List size="sm">
          <List.Item>{words.scopeNames["agent.read"]}</List.Item>
        </List>
        {scopes.includes("agent.write") && (
          <Checkbox
            label={words.scopeNames["agent.write"]}
            {...form.getInputProps("write", { type: "checkbox" })}
          />
        )}
        <Stack gap={4}>
          <Hint size="sm">{words.never}</Hint>
          <Hint size="sm">{words.ends}</Hint>
        </Stack>
        <ReauthInput
          of={reauth}
          label={words.password}
          help={words.passwordHelp}
          passkey={words.allowByPasskey}
        />
      </Form>
    </Panel>
  );
}
