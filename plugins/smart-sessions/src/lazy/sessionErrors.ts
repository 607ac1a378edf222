import { BaseError } from '@latchkey/kernel/plugin'

const sentences = {
  SESSIONS_NO_WALLET: 'Connect a wallet first.',
  SESSIONS_UNSUPPORTED:
    'This account can’t give permissions, because no contract would keep them to their limits.',
  SESSIONS_ANSWER_OTHER:
    'The wallet gave another permission than the one it was asked for. End it in the wallet.',
  SESSIONS_NETWORK_OTHER: 'This permission is on another network. Switch to it, then end the permission.',
  SESSIONS_ALL_UNSUPPORTED: 'This wallet can’t end all permissions at once. End each one in the list.',
  SESSIONS_NOT_ENDED: 'The permission is still there. Try to end it again.',
} as const

export type SessionErrorCode = keyof typeof sentences

/** One sentence per reason that a permission isn't given or ended. */
export const sessionError = (code: SessionErrorCode, cause?: unknown): BaseError =>
  new BaseError(sentences[code], { code, ...(cause === undefined ? {} : { cause }) })

export const sessionErrorCodes = Object.keys(sentences) as readonly SessionErrorCode[]
