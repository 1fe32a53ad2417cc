/** The environment of this process, which the programs that it starts inherit. */
export const ENVIRONMENT = process.env;
