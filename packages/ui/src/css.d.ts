/** Declares component styles for the bundler. */
declare module "*.css";
