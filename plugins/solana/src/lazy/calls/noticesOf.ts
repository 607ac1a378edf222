import { collectNotices } from '@latchkey/kernel/chain'
import type { SendNotice } from '@latchkey/kernel/contracts'
import type { Prediction } from './predictCalls.js'

/** What a person should know before the wallet opens. */
export function noticesOf(prediction: Prediction | undefined, empties: boolean): readonly SendNotice[] {
  const { notices, say } = collectNotices()
  say(!prediction, 'NOT_SIMULATED', 'warning', 'This network can’t show in advance what will change.')
  say(
    prediction?.touchesStake === true,
    'CHANGES_INCOMPLETE',
    'warning',
    'This changes staked SOL, which isn’t shown here. Check the details in your wallet.',
  )
  for (const { symbol } of prediction?.givenAway ?? []) {
    const message = `Your account for ${symbol} will be under somebody else’s control.`
    say(true, 'TOKEN_ACCOUNT_GIVEN_AWAY', 'warning', message, { token: symbol })
  }
  for (const { token, spender, amount } of prediction?.allowances ?? []) {
    const message = `${spender} may move all your ${token.symbol} from now on.`
    say(amount === 'unlimited', 'ALLOWANCE_UNLIMITED', 'warning', message, { spender, token: token.symbol })
  }
  say(empties, 'ACCOUNT_EMPTIED', 'info', 'This empties your account.')
  return notices
}
