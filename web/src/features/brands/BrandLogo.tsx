import { Avatar } from "@mantine/core";

import classes from "./Brands.module.css";

interface BrandLogoProps {
  name: string;
  logo: string | null;
  size?: number;
}

const NOT_ALPHANUMERIC = /[^\p{L}\p{N}]+/gu;

/** A brand's logo, or its initials where it has none. The name always stands beside it. */
export function BrandLogo({ name, logo, size = 40 }: BrandLogoProps) {
  const words = name.replace(NOT_ALPHANUMERIC, " ").trim();
  return (
    <Avatar
      src={logo}
      name={words}
      alt=""
      size={size}
      radius="md"
      classNames={{ placeholder: classes.initials }}
    />
  );
}
