/** The design of docs/design.md in values: one theme, light and dark. */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  rem,
} from "@mantine/core";

import { common } from "@/text/core/common";

/** Below this, a screen is a phone's. */
export const PHONE = "(max-width: 47.99em)";
/** Room for filters beside a list. */
export const WIDE = "(min-width: 75em)";

const indigo: MantineColorsTuple = [
  "#eef0fe",
  "#dfe2fd",
  "#c3c8fb",
  "#a5acf8",
  "#969ef7",
  "#8890f5",
  "#5c66e8",
  "#4650d6",
  "#3a43b8",
  "#2f3795",
];

const dark: MantineColorsTuple = [
  "#e4e5ea",
  "#b9bbc6",
  "#9a9dab",
  "#777a88",
  "#3d3f48",
  "#2f3138",
  "#202126",
  "#141517",
  "#101114",
  "#0c0d0f",
];

const gray: MantineColorsTuple = [
  "#fafafb",
  "#f3f4f6",
  "#eceef1",
  "#e3e4e9",
  "#cfd1d9",
  "#a9acb8",
  "#7c7f8d",
  "#5f6270",
  "#3c3e49",
  "#1b1c22",
];

/** The visual states of a badge; each is `--portal-<role>` for text and `--portal-<role>-soft` behind it. */
export type State = "approved" | "pending" | "rejected" | "paid" | "offline";

const ON_ACCENT = "var(--mantine-primary-color-contrast)";
const SURFACE = { backgroundColor: "var(--portal-surface)" };
// A dialog's header is not a banner of the page.
const OVERLAY = {
  closeButtonProps: { "aria-label": common.close },
  attributes: { header: { role: "presentation" } },
};
const HEADING = { fontSize: rem(16), lineHeight: 1.5, fontWeight: 600 };

/** Chromium's Tab stops at a list that scrolls, which is gone once its field has lost the focus. */
const LIST = { defaultProps: { scrollAreaProps: { viewportProps: { tabIndex: -1 } } } };
/** A browser fills in only what a field asks for. */
const TYPED = { defaultProps: { autoComplete: "off" } };

export const theme = createTheme({
  colors: { indigo, dark, gray },
  primaryColor: "indigo",
  primaryShade: { light: 7, dark: 5 },
  autoContrast: true,
  black: "#16171d",
  fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
  lineHeights: { xs: "1.3333", sm: "1.3846", md: "1.4286", lg: "1.5", xl: "1.4" },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(2), sm: rem(4), md: rem(6), lg: rem(8), xl: rem(12) },
  defaultRadius: "md",
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: rem(20), lineHeight: "1.4" },
      h2: { fontSize: rem(16), lineHeight: "1.5" },
      h3: { fontSize: rem(14), lineHeight: "1.4286" },
    },
  },
  cursorType: "pointer",
  // Mantine picks the text colour on a filled accent for the light scheme only; the variable covers both.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    const accent = input.color === undefined || input.color === input.theme.primaryColor;
    return input.variant === "filled" && accent ? { ...colors, color: ON_ACCENT } : colors;
  },
  respectReducedMotion: true,
  components: {
    Autocomplete: LIST,
    Button: { defaultProps: { size: "sm" } },
    Paper: { defaultProps: { withBorder: true, radius: "lg", bg: "var(--portal-surface)" } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: "lg",
        transitionProps: { duration: 120 },
        ...OVERLAY,
      },
      styles: { content: SURFACE, header: SURFACE, title: HEADING },
    },
    Drawer: {
      defaultProps: {
        ...OVERLAY,
        position: "right",
        size: 480,
        transitionProps: { duration: 200, timingFunction: "ease-out" },
      },
      styles: { content: SURFACE, header: SURFACE, title: HEADING },
    },
    Menu: {
      // Its placeholder for the initial focus is not a menu item, which accessibility checks reject.
      defaultProps: {
        shadow: "md",
        transitionProps: { duration: 120 },
        withInitialFocusPlaceholder: false,
      },
    },
    Popover: { defaultProps: { shadow: "md", transitionProps: { duration: 120 } } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 120 } } },
    // Reachable by keyboard, too.
    PasswordInput: {
      defaultProps: {
        visibilityToggleButtonProps: { tabIndex: 0, "aria-label": common.showPassword },
      },
    },
    Checkbox: { defaultProps: { size: "sm", iconColor: ON_ACCENT } },
    MultiSelect: LIST,
    NumberInput: TYPED,
    Pagination: { vars: () => ({ root: { "--pagination-active-color": ON_ACCENT } }) },
    // What is chosen is changed, and only cleared where a list says so.
    Select: { defaultProps: { ...LIST.defaultProps, allowDeselect: false } },
    TagsInput: LIST,
    Textarea: TYPED,
    TextInput: TYPED,
  },
});

/** The colour variables of both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#fafafb",
    "--mantine-color-text": "#1b1c22",
    "--mantine-color-dimmed": "#5f6270",
    "--mantine-color-placeholder": "#6c6f7d",
    "--mantine-color-default-border": "#e3e4e9",
    "--mantine-color-error": "#b42323",
    "--mantine-color-red-filled": "#c92a2a",
    "--mantine-color-red-filled-hover": "#b02525",
    "--mantine-color-red-light-hover": "#fff0f0",
    "--mantine-color-anchor": "#4650d6",
    "--portal-surface": "#ffffff",
    "--portal-raised": "#ffffff",
    "--portal-hover": "#f3f4f6",
    "--portal-accent-text": "#4650d6",
    "--portal-compared": "#b5b9ef",
    "--portal-approved": "#17724a",
    "--portal-approved-soft": "#e5f5ec",
    "--portal-pending": "#8a5a00",
    "--portal-pending-soft": "#fdf3dc",
    "--portal-rejected": "#b42323",
    "--portal-rejected-soft": "#fdebeb",
    "--portal-paid": "#1c5fb0",
    "--portal-paid-soft": "#e8f1fc",
    "--portal-offline": "#5f6270",
    "--portal-offline-soft": "#f0f1f4",
  },
  dark: {
    "--mantine-color-body": "#141517",
    "--mantine-color-text": "#e4e5ea",
    "--mantine-color-dimmed": "#9a9dab",
    "--mantine-color-indigo-filled-hover": "#9ba2f7",
    "--mantine-primary-color-filled-hover": "#9ba2f7",
    "--mantine-color-placeholder": "#8e919f",
    "--mantine-color-default": "#202126",
    "--mantine-color-default-border": "#2f3138",
    "--mantine-color-error": "#ff8f8f",
    "--mantine-color-red-filled": "#c92a2a",
    "--mantine-color-red-filled-hover": "#b02525",
    "--mantine-color-red-light-color": "#ff8f8f",
    "--mantine-color-red-light-hover": "#331c1d",
    "--mantine-color-anchor": "#a5acf8",
    "--portal-surface": "#1a1b1f",
    "--portal-raised": "#202126",
    "--portal-hover": "#25262c",
    "--portal-accent-text": "#a5acf8",
    "--portal-compared": "#474b7d",
    "--portal-approved": "#62cf98",
    "--portal-approved-soft": "#16291f",
    "--portal-pending": "#e6b450",
    "--portal-pending-soft": "#2d2514",
    "--portal-rejected": "#ff8f8f",
    "--portal-rejected-soft": "#331c1d",
    "--portal-paid": "#7db5f5",
    "--portal-paid-soft": "#17263a",
    "--portal-offline": "#9a9dab",
    "--portal-offline-soft": "#25262c",
  },
});
