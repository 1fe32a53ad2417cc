/** NIST SP 800-63B asks for 8 characters at the least and wants long ones taken; no rules on which. */
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;
