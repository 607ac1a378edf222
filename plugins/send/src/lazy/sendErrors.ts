import { BaseError } from '@latchkey/kernel/plugin'

type Code = keyof typeof sentences

const sentences = {
  SEND_RECEIVER_CHANGED:
    'The name stands for another address than a moment ago. Check the receiver, then go on.',
  SEND_NAME_UNKNOWN: 'The name stands for no address any more. Nothing was sent.',
  SEND_TARGET_CHANGED: 'The account or the network changed meanwhile. Nothing was sent.',
  SEND_NOT_PREPARED: 'There is nothing to confirm yet. Preview the send first.',
  SEND_WALLET_GONE: 'The wallet is not connected any more. Connect it again, then send.',
} as const

/** One sentence per reason that a send does not go on. */
export function sendError(code: Code, cause?: unknown): BaseError {
  return new BaseError(sentences[code], { code, cause })
}

export const sendErrorCodes = Object.keys(sentences) as readonly Code[]
