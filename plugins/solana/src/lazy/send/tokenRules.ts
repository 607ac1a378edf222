import { BaseError, type SendNotice, type TokenReference } from '@latchkey/kernel/plugin'
import type { MintRules } from './tokenLayout.js'

/** @throws BaseError `TOKEN_TRANSFER_HOOK`, `TOKEN_NOT_TRANSFERABLE`, `TOKEN_PAUSED` when the token cannot be sent. */
export function checkRules(rules: MintRules, { symbol }: TokenReference): void {
  if (!rules.isTransferable) {
    throw new BaseError(`${symbol} can’t be sent: it stays with the account that holds it.`, {
      code: 'TOKEN_NOT_TRANSFERABLE',
    })
  }
  if (rules.isPaused) {
    throw new BaseError(`Who issued ${symbol} has stopped all transfers for now. Try again later.`, {
      code: 'TOKEN_PAUSED',
    })
  }
  if (rules.transferHook) {
    throw new BaseError(`${symbol} has rules of its own for transfers, which are not supported here.`, {
      code: 'TOKEN_TRANSFER_HOOK',
    })
  }
}

/** The receiver would get an account that nothing can be sent to. */
export function startsFrozen({ symbol }: TokenReference): BaseError {
  return new BaseError(
    `The receiver has no account for ${symbol} yet, and new ones are frozen until who issued it allows them.`,
    { code: 'TOKEN_RECEIVER_NOT_ALLOWED' },
  )
}

/** What a person should know of a token that others have power over. */
export function noticesOfRules(rules: MintRules, { symbol }: TokenReference): readonly SendNotice[] {
  const notices: readonly (readonly [boolean, SendNotice])[] = [
    [
      rules.hasPermanentDelegate,
      {
        code: 'TOKEN_PERMANENT_DELEGATE',
        message: `Who issued ${symbol} can move it out of any account, the receiver’s too.`,
        severity: 'warning',
      },
    ],
    [
      rules.isPausable,
      {
        code: 'TOKEN_PAUSABLE',
        message: `Who issued ${symbol} can stop all transfers of it.`,
        severity: 'info',
      },
    ],
    [
      rules.shows === 'scaled amounts',
      {
        code: 'TOKEN_AMOUNT_SCALED',
        message: `Wallets multiply amounts of ${symbol} before they show them. The amounts here aren’t multiplied: compare before you send.`,
        severity: 'warning',
      },
    ],
    [
      rules.shows === 'amounts with interest',
      {
        code: 'TOKEN_AMOUNT_SCALED',
        message: `Wallets show amounts of ${symbol} with interest. The amounts here are without it: compare before you send.`,
        severity: 'warning',
      },
    ],
  ]
  return notices.flatMap(([holds, notice]) => (holds ? [notice] : []))
}
