import { createTransport } from 'nodemailer'

export interface MailText {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  send(mail: MailText): Promise<void>
  close(): void
}

export interface SmtpOptions {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the start. */
  readonly url: string
  /** What people see as the sender: `Wallet <no-reply@example.org>`. */
  readonly from: string
}

/** Sends mails over SMTP, several over one connection. Addresses are passed as fields, never as a header's text. */
export function createSmtpMailer({ url, from }: SmtpOptions): Mailer {
  const transport = createTransport(
    { url, pool: true, maxConnections: 5, disableFileAccess: true, disableUrlAccess: true } as never,
    {
      from,
    },
  )
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ to: { name: '', address: to }, subject, text })
    },
    close: () => transport.close(),
  }
}
