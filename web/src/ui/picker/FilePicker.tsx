import { Button, FileButton, type FileButtonProps } from "@mantine/core";
import { useRef } from "react";

/** The file types that the file dialog offers; the server checks the content. */
export const IMAGES = "image/jpeg,image/png,image/webp";
export const DOCUMENTS = `application/pdf,${IMAGES}`;

interface FilePickerProps extends Pick<FileButtonProps, "accept"> {
  /** The label of the button. */
  children: string;
  busy?: boolean;
  disabled?: boolean;
  size?: "xs" | "sm";
  /** For a screen reader, where the words alone do not say what for. */
  label?: string;
  describedBy?: string;
  onPick: (file: File) => void;
}

/** A button that lets a file be chosen; the same one may be chosen again. */
export function FilePicker(props: FilePickerProps) {
  const { accept, children, busy, disabled, size = "xs", label, describedBy, onPick } = props;
  const reset = useRef<() => void>(null);
  const pick = (file: File | null) => {
    reset.current?.();
    if (file) onPick(file);
  };
  return (
    <FileButton accept={accept} onChange={pick} resetRef={reset} disabled={disabled || busy}>
      {(button) => (
        <Button
          {...button}
          variant="default"
          size={size}
          loading={busy}
          disabled={disabled}
          aria-label={label}
          aria-describedby={describedBy}
        >
          {children}
        </Button>
      )}
    </FileButton>
  );
}
