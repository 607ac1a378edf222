import { expect, it } from 'vitest'
import * as errors from './errors.js'
import * as entry from './index.js'

it('exports these names and no others', () => {
  expect(Object.keys(entry).sort()).toMatchInlineSnapshot(`
    [
      "ConnectingLedgerRoute",
      "Ledger",
      "LedgerError",
      "LedgerRequestRoute",
      "ledger",
      "ledgerId",
    ]
  `)
})

it('says what happened and what to do', () => {
  const made = [
    errors.browserUnsupported(),
    errors.notPluggedIn(),
    errors.unplugged(),
    errors.busy(),
    errors.locked(),
    errors.appNotOpen('Ethereum'),
    errors.appNotInstalled('Ethereum'),
    errors.appOutdated('Ethereum', ['Status 0x6d00.']),
    errors.blindSigningOff('Ethereum'),
    errors.otherDevice(),
    errors.answerInvalid('a signature', '3 bytes'),
    errors.silent(),
    errors.failed(['Status 0x6f42.']),
    errors.unsupported('This isn’t a transaction that your Ledger can sign.', 'version 3'),
    errors.nodeRefused(),
  ]
  expect(
    made.map(({ code, shortMessage, metaMessages }) => [code, shortMessage, ...(metaMessages ?? [])]),
  ).toMatchInlineSnapshot(`
    [
      [
        "LEDGER_BROWSER_UNSUPPORTED",
        "This browser can’t reach a Ledger. Open this page in Chrome, Edge or Brave on a computer, or in Chrome on Android.",
        "Expected WebHID or WebUSB (navigator.hid, navigator.usb), which need https or localhost.",
      ],
      [
        "LEDGER_NOT_CONNECTED",
        "Connect your Ledger: plug it in, unlock it, and choose it in the browser’s window.",
      ],
      [
        "LEDGER_UNPLUGGED",
        "Your Ledger was unplugged. Plug it in again and try again.",
      ],
      [
        "LEDGER_BUSY",
        "Your Ledger is in use by another tab or program. Finish there or close it, then try again.",
      ],
      [
        "LEDGER_LOCKED",
        "Your Ledger is locked. Enter its PIN, then try again.",
      ],
      [
        "LEDGER_APP_NOT_OPEN",
        "The Ethereum app isn’t open. Open it on your Ledger, then try again.",
      ],
      [
        "LEDGER_APP_NOT_INSTALLED",
        "The Ethereum app isn’t on your Ledger. Install it with Ledger’s own program, then try again.",
      ],
      [
        "LEDGER_APP_OUTDATED",
        "The Ethereum app on your Ledger can’t do this. Update it with Ledger’s own program, then try again.",
        "Status 0x6d00.",
      ],
      [
        "LEDGER_BLIND_SIGNING_OFF",
        "Your Ledger can’t show what this does. To sign it anyway, turn on blind signing in the settings of its Ethereum app.",
      ],
      [
        "LEDGER_OTHER_DEVICE",
        "This Ledger doesn’t hold the connected account. Plug in the one that you connected with, or connect this one.",
      ],
      [
        "LEDGER_ANSWER_INVALID",
        "Your Ledger gave an answer that can’t be used. Nothing was sent.",
        "Asked for: a signature",
        "Received: 3 bytes",
      ],
      [
        "LEDGER_SILENT",
        "Your Ledger doesn’t answer. Unplug it, plug it in again and try again.",
        "Expected an answer within 15 seconds.",
      ],
      [
        "LEDGER_FAILED",
        "Your Ledger couldn’t do this. Unplug it, plug it in again and try again.",
        "Status 0x6f42.",
      ],
      [
        "LEDGER_REQUEST_UNSUPPORTED",
        "This isn’t a transaction that your Ledger can sign.",
        "version 3",
      ],
      [
        "LEDGER_NODE_REFUSED",
        "The network’s node didn’t accept the signed transaction. It may still go through: look at your activity before you send again.",
      ],
    ]
  `)
  expect(new Set(made.map(({ code }) => code)).size).toBe(Object.keys(errors).length)
})
