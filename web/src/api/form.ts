import { type FormErrors, type UseFormReturnType, useForm } from "@mantine/form";

import type { Ask, Attributes, Data, Path } from "./call";
import { fieldOf } from "./fields";
import { useCall } from "./query";
import { filled, rules } from "./rules";

interface CallFormOptions<P extends Path, V> {
  initialValues: V;
  /** From what was typed to what the call takes; what is left empty is left out anyway. */
  attributes?: (values: V) => Attributes<P>;
  refresh?: Path[];
  onSuccess?: (data: Data<P>, ask: Ask<P>) => void;
  onFailure?: (failure: Error) => void;
}

interface CallForm<V> {
  form: UseFormReturnType<V>;
  /** For `<form onSubmit>`. */
  submit: (event?: React.FormEvent<HTMLFormElement>) => void;
  busy: boolean;
}

/** A form that is one call: the server's rules, and its refusals beside the fields they speak of. */
export function useCallForm<P extends Path, V extends object>(
  path: P,
  { initialValues, attributes, refresh, onSuccess, onFailure }: CallFormOptions<P, V>,
): CallForm<V> {
  const asked = (values: V) => filled(attributes ? attributes(values) : values) as Attributes<P>;
  const call = useCall(path, { refresh, onSuccess });
  const form = useForm<V>({
    initialValues,
    validate: (values: V): Promise<FormErrors> =>
      rules(path as Parameters<typeof rules>[0])(asked(values)),
  }) as UseFormReturnType<V>;
  const send = (values: V) =>
    call.mutate({ attributes: asked(values) } as unknown as Ask<P>, {
      onError: async (failure) => {
        const field = await fieldOf(failure, values);
        if (field) form.setFieldError(field, failure.message);
        onFailure?.(failure);
      },
    });
  return { form, submit: form.onSubmit(send), busy: call.isPending || form.validating };
}
