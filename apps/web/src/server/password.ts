/** NIST SP 800-63B requires at least 8 characters, support for long passwords, and no composition rules. */
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;
