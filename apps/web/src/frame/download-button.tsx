import { Button, type ButtonProps } from "@baton/ui/primitives/button";
import { Download } from "lucide-react";

/** Opens the choice of a file format. */
export function DownloadButton({ label, ...props }: ButtonProps & { label: string }) {
  return (
    <Button {...props}>
      <Download className="size-3.5" aria-hidden />
      {label}
    </Button>
  );
}
