import { BaseError } from '@latchkey/kernel/plugin'

const sentences = {
  SESSIONS_NO_WALLET: 'Connect a wallet first.',
  SESSIONS_UNSUPPORTED:
    'This account can’t give permissions. Only smart accounts can, because contracts enforce the limits.',
  SESSIONS_ANSWER_OTHER:
    'Your wallet gave a different permission than the app asked for. End it in your wallet.',
  SESSIONS_NETWORK_OTHER: 'This permission is on another network. Switch to it, then end the permission.',
  SESSIONS_ALL_UNSUPPORTED: 'This wallet can’t end all permissions at once. End each one in the list.',
  SESSIONS_NOT_ENDED: 'The permission hasn’t ended. Try again.',
} as const

export type SessionErrorCode = keyof typeof sentences

/** One sentence per reason that a permission isn't given or ended. */
export const sessionError = (code: SessionErrorCode, cause?: unknown): BaseError =>
  new BaseError(sentences[code], { code, ...(cause === undefined ? {} : { cause }) })

export const sessionErrorCodes = Object.keys(sentences) as readonly SessionErrorCode[]
