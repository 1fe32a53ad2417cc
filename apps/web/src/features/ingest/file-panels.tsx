"use client";

import { FilesPanel } from "./files-panel";
import { ShapesPanel } from "./shapes-panel";
import { UnreadPanel } from "./unread-panel";

/** Shows files and the shapes of their lines. Loaded after the visible part of the page. */
export function FilePanels({ workspace }: { workspace: string }) {
  return (
    <>
      <ShapesPanel workspace={workspace} />
      <UnreadPanel workspace={workspace} />
      <FilesPanel workspace={workspace} />
    </>
  );
}
