/** Version of the packages that the same clone builds; `next.config.ts` writes it into the build. */
const version = () => process.env.BATON_VERSION ?? "VERSION";

/** Commands that build packages of JavaScript in a clone, here BATON, and install them with their peers. */
export function installPacked(names: readonly string[], peers: string): string {
  const files = names.map((name) => `BATON/dist/baton-${name}-${version()}.tgz`);
  return `npm run pack    # in the clone, here BATON\nnpm install ${[...files, peers].join(" ")}`;
}

/** Commands that build the package of Python in a clone, here BATON, and install it. */
export function installPython(): string {
  return `npm run pack -- python    # in the clone, here BATON\npip install BATON/dist/baton_policy-${version()}-py3-none-any.whl`;
}
