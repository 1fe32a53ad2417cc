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
 * Gives every link of this package the app's own link component (with client
 * navigation); without it they are plain `a`.
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

/**
 * A link without looks of its own, drawn by the app's link component.
 * Every part that takes an `href` draws this.
 */
export function Anchor(props: AnchorProps) {
  const Component = useContext(AnchorComponent);
  return Component ? <Component {...props} /> : <a {...props} />;
}
