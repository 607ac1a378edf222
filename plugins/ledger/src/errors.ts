import { LedgerError } from './LedgerError.js'

export const browserUnsupported = () =>
  new LedgerError(
    'LEDGER_BROWSER_UNSUPPORTED',
    'This browser can’t reach a Ledger. Open this page in Chrome, Edge or Brave on a computer, or in Chrome on Android.',
    {
      metaMessages: [
        'Expected WebHID or WebUSB (navigator.hid, navigator.usb), which need https or localhost.',
      ],
    },
  )

export const notPluggedIn = (cause?: unknown) =>
  new LedgerError(
    'LEDGER_NOT_CONNECTED',
    'Connect your Ledger: plug it in, unlock it, and choose it in the browser’s window.',
    { cause },
  )

export const unplugged = () =>
  new LedgerError('LEDGER_UNPLUGGED', 'Your Ledger was unplugged. Plug it in again and try again.')

export const busy = (cause?: unknown) =>
  new LedgerError(
    'LEDGER_BUSY',
    'Your Ledger is in use by another tab or program. Finish there or close it, then try again.',
    { cause },
  )

export const locked = () =>
  new LedgerError('LEDGER_LOCKED', 'Your Ledger is locked. Enter its PIN, then try again.')

export const appNotOpen = (app: string, metaMessages: readonly string[] = []) =>
  new LedgerError(
    'LEDGER_APP_NOT_OPEN',
    `The ${app} app isn’t open. Open it on your Ledger, then try again.`,
    { parameters: { app }, metaMessages },
  )

export const appNotInstalled = (app: string) =>
  new LedgerError(
    'LEDGER_APP_NOT_INSTALLED',
    `The ${app} app isn’t on your Ledger. Install it with Ledger’s own program, then try again.`,
    { parameters: { app } },
  )

export const appOutdated = (app: string, metaMessages: readonly string[]) =>
  new LedgerError(
    'LEDGER_APP_OUTDATED',
    `The ${app} app on your Ledger can’t do this. Update it with Ledger’s own program, then try again.`,
    { parameters: { app }, metaMessages },
  )

export const blindSigningOff = (app: string) =>
  new LedgerError(
    'LEDGER_BLIND_SIGNING_OFF',
    `Your Ledger can’t show what this does. To sign it anyway, turn on blind signing in the settings of its ${app} app.`,
    { parameters: { app } },
  )

export const otherDevice = () =>
  new LedgerError(
    'LEDGER_OTHER_DEVICE',
    'This Ledger doesn’t hold the connected account. Plug in the one that you connected with, or connect this one.',
  )

export const answerInvalid = (what: string, detail: string) =>
  new LedgerError(
    'LEDGER_ANSWER_INVALID',
    'Your Ledger gave an answer that can’t be used. Nothing was sent.',
    {
      metaMessages: [`Asked for: ${what}`, `Received: ${detail.slice(0, 200)}`],
    },
  )

export const silent = () =>
  new LedgerError('LEDGER_SILENT', 'Your Ledger doesn’t answer. Unplug it, plug it in again and try again.', {
    metaMessages: ['Expected an answer within 15 seconds.'],
  })

export const failed = (metaMessages: readonly string[], cause?: unknown) =>
  new LedgerError(
    'LEDGER_FAILED',
    'Your Ledger couldn’t do this. Unplug it, plug it in again and try again.',
    {
      metaMessages,
      cause,
    },
  )

/** @param what A sentence for the person. */
export const unsupported = (what: string, detail: string) =>
  new LedgerError('LEDGER_REQUEST_UNSUPPORTED', what, { metaMessages: [detail], rpcCode: 4200 })

/** Carries nothing of what the node said: its words and numbers would be read as the wallet's. */
export const nodeRefused = () =>
  new LedgerError(
    'LEDGER_NODE_REFUSED',
    'The network’s node didn’t accept the signed transaction. It may still go through: look at your activity before you send again.',
  )
