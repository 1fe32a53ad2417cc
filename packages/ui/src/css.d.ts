/** Styles that a component brings with it, for a bundler to gather. */
declare module "*.css";
