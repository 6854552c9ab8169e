import {
  Button,
  Group,
  Image,
  Modal,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import { invalidate } from "@/api/invalidate";
import { useCall } from "@/api/query";
import { security } from "@/text/accounts/security";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { CopyButton } from "@/ui/form/CopyButton";
import { CopyField } from "@/ui/form/CopyField";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";

import classes from "./Security.module.css";

/**
 * Turns on two-step sign-in: scan the secret with an app, enter its code, and save the recovery
 * codes.
 */
export function TwoStepSetup({ onClose }: { onClose: () => void }) {
  const [codeList, setCodeList] = useState<string[] | null>(null);
  const begin = useCall("/user/two_step_begin");
  const { mutate } = begin;
  const begun = useRef(false);
  useEffect(() => {
    // Effects may run twice, and a second call would create another secret.
    if (begun.current) return;
    begun.current = true;
    mutate({});
  }, [mutate]);
  const close = () => {
    onClose();
    if (codeList) void invalidate(["/user/profile", "/user/audit"]);
  };
  return (
    <Modal
      opened
      onClose={close}
      // Codes that were not saved are lost: a stray click must not close the modal.
      closeOnClickOutside={!codeList}
      title={codeList ? security.recoveryTitle : security.setUpTitle}
    >
      {codeList ? (
        <RecoveryCodes list={codeList} onKept={close} />
      ) : begin.data ? (
        <Scan begun={begin.data} onDone={setCodeList} onCancel={close} />
      ) : begin.error ? (
        <ErrorState error={begin.error} busy={begin.isPending} onRetry={() => mutate({})} />
      ) : (
        <Skeleton h={280} />
      )}
    </Modal>
  );
}

interface ScanProps {
  begun: { secret: string; qr: string };
  onDone: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

function Scan({ begun, onDone, onCancel }: ScanProps) {
  const { form, submit, busy, failure } = useCallForm("/user/two_step_confirm", {
    initialValues: { otp: "" },
    fieldByCode: { [codes.VERIFICATION_CODE_INVALID]: "otp" },
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
  });
  const field = fieldsOf(form);
  const image = `data:image/svg+xml,${encodeURIComponent(begun.qr)}`;
  return (
    <Form submit={submit} busy={busy} failure={failure} save={security.turnOn} onCancel={onCancel}>
      <Text>{security.scan}</Text>
      <Image src={image} alt={security.qr} w={176} h={176} mx="auto" radius="sm" bg="white" p={4} />
      <CopyField label={security.typeIt} value={begun.secret} />
      <TextInput
        {...field("otp", security.code)}
        autoComplete="one-time-code"
        inputMode="numeric"
        data-autofocus
      />
    </Form>
  );
}

function RecoveryCodes({ list, onKept }: { list: string[]; onKept: () => void }) {
  return (
    <Stack>
      <Text>{security.recoveryKeep}</Text>
      <SimpleGrid
        component="ul"
        cols={2}
        spacing="xs"
        verticalSpacing={4}
        className={classes.codes}
      >
        {list.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </SimpleGrid>
      <Group justify="flex-end" gap="sm">
        <CopyButton value={list.join("\n")} label={security.copyCodes} />
        <Button onClick={onKept}>{security.kept}</Button>
      </Group>
    </Stack>
  );
}
