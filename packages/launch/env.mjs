/** The environment of this process, inherited by the programs that it starts. */
export const ENVIRONMENT = process.env;
