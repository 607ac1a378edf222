import { type AddNotice, collectNotices } from '@latchkey/kernel/chain'
import type { CallsSupport, SendNotice } from '@latchkey/kernel/contracts'
import type { Hex } from 'viem'
import type { Transfer } from '../send/simulate.js'
import type { Path } from './choosePath.js'
import type { Prediction } from './predictCalls.js'

interface NoticeFacts {
  readonly calls: readonly Transfer[]
  /** Of each call's target. */
  readonly codes: readonly (Hex | undefined)[]
  readonly prediction: Prediction | undefined
  readonly isAtomic: boolean
  readonly path: Path
  readonly support: CallsSupport | undefined
  /** Whether somebody else was asked for to pay the fee, and whether they do. */
  readonly sponsor: 'none' | 'pays' | 'afterUpgrade' | 'unavailable'
}

/** What a person should know before the wallet opens. */
export function noticesOf(facts: NoticeFacts): readonly SendNotice[] {
  const { notices, say } = collectNotices()
  sayWhatChanges(facts, say)
  sayHowItIsSent(facts, say)
  return notices
}

function sayWhatChanges({ calls, codes, prediction }: NoticeFacts, say: AddNotice): void {
  say(!prediction, 'NOT_SIMULATED', 'warning', 'This network can’t show in advance what will change.')
  say(
    prediction?.isCut === true,
    'CHANGES_INCOMPLETE',
    'warning',
    'More assets change than are shown. Check the details in your wallet.',
  )
  say(
    prediction?.isShort === true,
    'RECEIVES_LESS',
    'warning',
    'The recipient gets less than you send, because the token keeps a part of each transfer.',
  )
  const withoutCode = calls.some(
    ({ data }, index) => data !== '0x' && (codes[index] === undefined || codes[index] === '0x'),
  )
  say(
    withoutCode,
    'CONTRACT_MISSING',
    'warning',
    'There’s no contract at an address that this uses. What is sent there may be lost.',
  )
  for (const { token, spender, amount } of prediction?.allowances ?? []) {
    say(
      amount === 'unlimited',
      'ALLOWANCE_UNLIMITED',
      'warning',
      `${spender} may move all your ${token.symbol} from now on.`,
      { spender, token: token.symbol },
    )
  }
}

function sayHowItIsSent({ calls, isAtomic, path, support, sponsor }: NoticeFacts, say: AddNotice): void {
  // One call doesn't require it (`atomicRequired`).
  const isUpgraded = path === 'bundle' && calls.length > 1 && support?.atomic === 'ready'
  say(
    isUpgraded,
    'ACCOUNT_UPGRADE',
    'warning',
    'Your wallet will ask to upgrade your account to a smart account. It stays one until you change it in your wallet.',
  )
  say(
    path === 'transactions' && support?.atomic === 'ready',
    'ACCOUNT_UPGRADE_AVAILABLE',
    'info',
    'Your wallet can do this at once after it upgrades your account.',
  )
  say(
    !isAtomic,
    'CALLS_NOT_ATOMIC',
    'info',
    calls.length === 2
      ? 'Your wallet does this in 2 transactions. If the second fails, the first still counts.'
      : `Your wallet does this in ${calls.length} transactions. If one fails, those before it still count.`,
    { count: calls.length },
  )
  say(sponsor === 'pays', 'FEE_SPONSORED', 'info', 'The app pays the network fee.')
  say(
    sponsor === 'afterUpgrade',
    'FEE_NOT_SPONSORED',
    'warning',
    'The app pays the network fee only after your wallet upgrades your account. Until then you pay it.',
  )
  say(
    sponsor === 'unavailable',
    'FEE_NOT_SPONSORED',
    'warning',
    'Your wallet can’t let the app pay the network fee, so you pay it.',
  )
  say(
    path === 'bundle' && sponsor !== 'pays',
    'FEE_BY_WALLET',
    'info',
    'Your wallet sets the final network fee. Check it there before you approve.',
  )
}
