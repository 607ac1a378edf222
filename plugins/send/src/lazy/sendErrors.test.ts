import { expect, it } from 'vitest'
import { sendError, sendErrorCodes } from './sendErrors.js'

it('has one sentence per code', () => {
  expect(sendErrorCodes.map((code) => `${code}: ${sendError(code).shortMessage}`)).toMatchInlineSnapshot(`
    [
      "SEND_RECEIVER_CHANGED: The name stands for another address than a moment ago. Check the receiver, then go on.",
      "SEND_NAME_UNKNOWN: The name stands for no address any more. Nothing was sent.",
      "SEND_TARGET_CHANGED: The account or the network changed meanwhile. Nothing was sent.",
      "SEND_NOT_PREPARED: There is nothing to confirm yet. Preview the send first.",
      "SEND_WALLET_GONE: The wallet is not connected any more. Connect it again, then send.",
    ]
  `)
})
