import "server-only";
import { createTransport, type Transporter } from "nodemailer";
import { env } from "@/env";
import { log } from "./log";

let transport: Transporter | undefined;

/** Returns true if SMTP is configured. */
export function canSendMail(): boolean {
  return env().BATON_SMTP_URL !== undefined;
}

/**
 * Sends a plain-text mail, if SMTP is set.
 *
 * @returns true if the mail server accepted it; otherwise the log has the reason.
 */
export async function sendMail(mail: { to: string; subject: string; text: string }): Promise<boolean> {
  const { BATON_SMTP_URL, BATON_MAIL_FROM } = env();
  if (BATON_SMTP_URL === undefined) return false;
  transport ??= createTransport(BATON_SMTP_URL);
  try {
    await transport.sendMail({ from: BATON_MAIL_FROM, ...mail });
    return true;
  } catch (error) {
    log.error("a mail could not be sent", { error });
    return false;
  }
}
