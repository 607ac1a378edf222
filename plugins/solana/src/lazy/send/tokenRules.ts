import type { Multiplier } from '@latchkey/kernel/chain'
import { BaseError } from '@latchkey/kernel/plugin'
import type { SendNotice, TokenReference } from '@latchkey/kernel/contracts'
import { multiplierAt, type Scale } from '../shownAmounts.js'
import { formatAmount } from './faults.js'
import type { MintRules } from './tokenLayout.js'

/** @throws BaseError `TOKEN_TRANSFER_HOOK`, `TOKEN_NOT_TRANSFERABLE`, `TOKEN_PAUSED` when the token cannot be sent. */
export function checkRules(rules: MintRules, { symbol }: TokenReference): void {
  if (!rules.isTransferable) {
    throw new BaseError(`${symbol} can’t be sent: it stays with the account that holds it.`, {
      code: 'TOKEN_NOT_TRANSFERABLE',
      parameters: { token: symbol },
    })
  }
  if (rules.isPaused) {
    throw new BaseError(`Who issued ${symbol} has stopped all transfers for now. Try again later.`, {
      code: 'TOKEN_PAUSED',
      parameters: { token: symbol },
    })
  }
  if (rules.transferHook) {
    throw new BaseError(`${symbol} has rules of its own for transfers, which are not supported here.`, {
      code: 'TOKEN_TRANSFER_HOOK',
      parameters: { token: symbol },
    })
  }
}

/** The receiver would get an account that nothing can be sent to. */
export function startsFrozen({ symbol }: TokenReference): BaseError {
  return new BaseError(
    `The receiver has no account for ${symbol} yet, and new ones are frozen until who issued it allows them.`,
    { code: 'TOKEN_RECEIVER_NOT_ALLOWED', parameters: { token: symbol } },
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
        parameters: { token: symbol },
      },
    ],
    [
      rules.isPausable,
      {
        code: 'TOKEN_PAUSABLE',
        message: `Who issued ${symbol} can stop all transfers of it.`,
        severity: 'info',
        parameters: { token: symbol },
      },
    ],
  ]
  return notices.flatMap(([holds, notice]) => (holds ? [notice] : []))
}

/** Wallets and this page show another amount than the one in the transaction: it is told, so that both can be compared. */
export function scaledNotice(
  scale: Scale | undefined,
  moved: bigint,
  { symbol, decimals }: TokenReference,
): readonly SendNotice[] {
  if (!scale) return []
  const how = scale.kind === 'interest' ? 'with interest' : 'multiplied'
  const onChain = `${formatAmount(moved, decimals)} ${symbol}`
  const message = `Amounts of ${symbol} are shown ${how}, as wallets show them. In the transaction it’s ${onChain}.`
  const parameters = { token: symbol, kind: scale.kind, amount: { value: moved, decimals, symbol } }
  return [{ code: 'TOKEN_AMOUNT_SCALED', message, severity: 'warning', parameters }]
}

/** @throws BaseError `TOKEN_AMOUNT_UNREADABLE`: what is typed could not be turned into what is moved. */
export function requireMultiplier(
  scale: Scale | undefined,
  time: bigint | undefined,
  { symbol }: TokenReference,
): Multiplier | undefined {
  if (!scale) return undefined
  const multiplier = time === undefined ? undefined : multiplierAt(scale, time)
  if (multiplier) return multiplier
  throw new BaseError(`The network doesn’t say how amounts of ${symbol} are shown. Nothing was sent.`, {
    code: 'TOKEN_AMOUNT_UNREADABLE',
    parameters: { token: symbol },
    metaMessages: ['Expected a multiplier between 1e-18 and 1e18, and the time of the chain.'],
  })
}

export function amountTooSmall({ symbol }: TokenReference): BaseError {
  return new BaseError(`This amount of ${symbol} is too small to be sent. Enter more.`, {
    code: 'AMOUNT_TOO_SMALL',
    parameters: { token: symbol },
  })
}
