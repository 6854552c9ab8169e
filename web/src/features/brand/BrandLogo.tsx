import { Avatar } from "@mantine/core";

interface BrandLogoProps {
  name: string;
  logo: string | null;
  size?: number;
}

/** A brand's logo, or its initials where it has none. The name always stands beside it. */
export function BrandLogo({ name, logo, size = 40 }: BrandLogoProps) {
  return <Avatar src={logo} name={name} alt="" size={size} radius="md" color="gray" />;
}
