import { type FormErrors, type UseFormReturnType, useForm } from "@mantine/form";
import { useRef, useState } from "react";

import { type Ask, type Attributes, type Data, type Path, Refusal } from "@/api/call";
import { OnceKey } from "@/api/once";
import { useCall } from "@/api/query";
import { dropTyped, keepTyped, typed } from "./draft";
import { fieldOf, plainly } from "./fields";
import { filled, rules } from "./rules";

interface CallFormOptions<P extends Path, V> {
  initialValues: V;
  /** From what was typed to what the call takes; what is left empty is left out anyway. */
  attributes?: (values: V) => Attributes<P>;
  /** What this form alone can see, beside the server's rules. */
  check?: (values: V) => FormErrors;
  /** Codes that speak of one field of this form. */
  places?: Record<number, keyof V & string>;
  /** The name under which what was typed outlives a reload, until it is sent. */
  draft?: string;
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
  options: CallFormOptions<P, V>,
): CallForm<V> {
  const { attributes, check, places, draft, refresh, onSuccess, onFailure } = options;
  const going = useRef(false);
  const [once] = useState(() => new OnceKey());
  const [initialValues] = useState(() => ({ ...options.initialValues, ...typed<V>(draft) }));
  const asked = (values: V) => filled(attributes ? attributes(values) : values) as Attributes<P>;
  const call = useCall(path, {
    refresh,
    onSuccess: (data, ask) => {
      going.current = false;
      once.answered();
      dropTyped(draft);
      onSuccess?.(data, ask);
    },
  });
  const form = useForm<V>({
    initialValues,
    onValuesChange: (values) => keepTyped(draft, values),
    validate: async (values: V): Promise<FormErrors> => ({
      ...check?.(values),
      ...(await rules(path as Parameters<typeof rules>[0])(asked(values))),
    }),
  }) as UseFormReturnType<V>;
  const send = (values: V) => {
    // A second click can come before the first has been drawn.
    if (going.current) return;
    going.current = true;
    const ask = { attributes: asked(values), key: once.of(asked(values)) };
    call.mutate(ask as unknown as Ask<P>, {
      onError: async (failure) => {
        going.current = false;
        once.answered(failure);
        const placed = failure instanceof Refusal ? places?.[failure.code] : undefined;
        const field = placed ?? (await fieldOf(failure, values));
        if (field) form.setFieldError(field, plainly(failure.message));
        onFailure?.(failure);
      },
    });
  };
  // The first field that stands in the way is shown, also where it has scrolled out of sight.
  const stopped = (errors: FormErrors) => {
    const fields = Object.keys(errors).flatMap((field) => form.getInputNode(field as never) ?? []);
    const [first] = fields.sort((one, other) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );
    first?.focus();
  };
  return { form, submit: form.onSubmit(send, stopped), busy: call.isPending || form.validating };
}
