import { sayDevice } from '../login/describeDevice.js'
import { say, type Value } from '../words/say.js'
import { textOf, translate, type Words } from '../words/translate.js'
import type { MailText } from './mailer.js'

interface CodeMail {
  readonly to: string
  readonly code: string
  readonly origin: string
  readonly description: string
}

const writerOf = (words: Words) => (value: Value) => textOf(translate(value, words))

/** `@host #code` at the end is what phones read a code from; the host is the wallet's own. */
export function codeMail(
  { to, code, origin, description }: CodeMail,
  walletHost: string,
  words: Words,
): MailText {
  const write = writerOf(words)
  return {
    to,
    subject: write(say`${code} is your wallet code`),
    text: [
      write(say`Your code is ${code}. It's valid for 20 minutes and works once.`),
      '',
      write(say`You asked for it on ${origin} with ${sayDevice(description)}.`),
      write(say`If you didn't ask for it, ignore this mail, and give the code to no one.`),
      '',
      `@${walletHost} #${code}`,
      '',
    ].join('\n'),
  }
}

export function deviceMail(
  { to, link, origin, description }: Omit<CodeMail, 'code'> & { readonly link: string },
  words: Words,
): MailText {
  const write = writerOf(words)
  return {
    to,
    subject: write(say`Approve a new device for your wallet`),
    text: [
      write(
        say`Someone is signing in to your wallet on ${origin} with ${sayDevice(description)}, a device that hasn't been used before.`,
      ),
      '',
      write(say`If this is you, open this link within 20 minutes and approve it:`),
      link,
      '',
      write(say`If it isn't you, ignore this mail. Without your approval, nothing happens.`),
      '',
    ].join('\n'),
  }
}

export function emailChangedMail(to: string, newEmail: string, words: Words): MailText {
  const write = writerOf(words)
  return {
    to,
    subject: write(say`Your wallet has a new email address`),
    text: [
      write(say`You now sign in to your wallet with ${newEmail}.`),
      '',
      write(say`If you didn't change it, sign in and secure your wallet, or contact the app.`),
      '',
    ].join('\n'),
  }
}
