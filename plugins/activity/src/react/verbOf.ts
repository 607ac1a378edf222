import type { TransactionOperation } from '@latchkey/kernel/contracts'
import { safeText } from '@latchkey/ui-react'
import type { activityMessages } from './messages.js'

type Messages = (typeof activityMessages)['messages']

/** Operations by the message that says them in the past tense; sources spell some in two ways. */
const keys = {
  approve: 'approve',
  borrow: 'borrow',
  bought: 'buy',
  burn: 'burn',
  buy: 'buy',
  cancel: 'cancel',
  canceled: 'cancel',
  claim: 'claim',
  deploy: 'deploy',
  deposit: 'deposit',
  execute: 'execute',
  mint: 'mint',
  receive: 'receiveDone',
  repay: 'repay',
  revoke: 'revoke',
  sell: 'sell',
  send: 'send',
  sold: 'sell',
  stake: 'stake',
  swap: 'trade',
  trade: 'trade',
  unstake: 'unstake',
  withdraw: 'withdraw',
} as const satisfies Record<string, keyof Messages>

/** What a transaction did, in the past tense. A source may know operations of its own, which are shown as they are. */
export function verbOf(operation: TransactionOperation, messages: Messages): string {
  if (Object.hasOwn(keys, operation)) return messages[keys[operation as keyof typeof keys]]
  const text = safeText(operation, 24)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
