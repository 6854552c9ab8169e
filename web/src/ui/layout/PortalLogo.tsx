/** The portal's logo. */
export function PortalLogo({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
      <path
        d="M9 22V10h3v12zm5.5 0v-7h3v7zm5.5 0v-4h3v4z"
        fill="var(--mantine-primary-color-contrast)"
      />
    </svg>
  );
}
