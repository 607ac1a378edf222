import type { MailText } from './mailer.js'

interface CodeMail {
  readonly to: string
  readonly code: string
  readonly origin: string
  readonly description: string
}

/** `@host #code` at the end is what phones read a code from; the host is the wallet's own. */
export function codeMail({ to, code, origin, description }: CodeMail, walletHost: string): MailText {
  return {
    to,
    subject: `${code} is your wallet code`,
    text: [
      `Your code is ${code}. It's valid for 20 minutes and works once.`,
      '',
      `You asked for it on ${origin} with ${description}.`,
      "If you didn't ask for it, ignore this mail, and give the code to no one.",
      '',
      `@${walletHost} #${code}`,
      '',
    ].join('\n'),
  }
}

export function deviceMail({
  to,
  link,
  origin,
  description,
}: Omit<CodeMail, 'code'> & { readonly link: string }): MailText {
  return {
    to,
    subject: 'Approve a new device for your wallet',
    text: [
      `Someone is signing in to your wallet on ${origin} with ${description}, a device that hasn't been used before.`,
      '',
      'If this is you, open this link within 20 minutes and approve it:',
      link,
      '',
      "If it isn't you, ignore this mail. Without your approval, nothing happens.",
      '',
    ].join('\n'),
  }
}

export function emailChangedMail(to: string, newEmail: string): MailText {
  return {
    to,
    subject: 'Your wallet has a new email address',
    text: `You now sign in to your wallet with ${newEmail}.\n\nIf you didn't change it, sign in and secure your wallet, or contact the app.\n`,
  }
}
