"use client";

import {
  type ComponentPropsWithRef,
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
} from "react";

/** Props of a link: a URL and every `a` attribute. */
export type AnchorProps = Omit<ComponentPropsWithRef<"a">, "href"> & { href: string };

const AnchorComponent = createContext<ComponentType<AnchorProps> | null>(null);

/**
 * Gives every link of this package the app's link component, which navigates on the client. Without it, links
 * are plain `a` elements.
 */
export function AnchorProvider({
  component,
  children,
}: {
  component: ComponentType<AnchorProps>;
  children: ReactNode;
}) {
  return <AnchorComponent value={component}>{children}</AnchorComponent>;
}

/** An unstyled link, rendered by the app's link component. Every component with an `href` uses it. */
export function Anchor(props: AnchorProps) {
  const Component = useContext(AnchorComponent);
  return Component ? <Component {...props} /> : <a {...props} />;
}
