import "server-only";
import { createTransport, type Transporter } from "nodemailer";
import { env } from "@/env";
import { log } from "./log";

let transport: Transporter | undefined;

/** Whether mails can be sent at all. */
export function canSendMail(): boolean {
  return env().BATON_SMTP_URL !== undefined;
}

/**
 * Sends a mail in plain text, where SMTP is set.
 *
 * @returns whether the mail server took it; why it did not stands in the log.
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
