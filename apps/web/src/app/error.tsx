"use client";

import type { ComponentProps } from "react";
import { MessagePage } from "@/frame/message-page";
import { PageError } from "@/frame/page-error";

export default function InstallationError(failure: ComponentProps<typeof PageError>) {
  return (
    <MessagePage>
      <PageError {...failure} />
    </MessagePage>
  );
}
