import { addressNamesOf } from '@latchkey/kernel/contracts'
import type { SendTarget, SendWarning } from '../Sender.js'
import { ownAddresses } from './ownAddresses.js'
import { reviewReceiver } from './reviewReceiver.js'
import { reviewUnanswered, withoutContradiction } from './reviewUnanswered.js'
import type { Recents } from './recentReceivers.js'
import { addressRule, type SenderTools } from './SenderTools.js'

/**
 * Works out again what the receiver's address tells, and what may have been sent before. Nothing changes while the wallet is
 * asked: that request is no earlier one.
 */
export function reviewDraft(tools: SenderTools, recents: Recents): void {
  const { state } = tools
  const { receiver, target } = state
  if (state.phase === 'signing') return
  if (!target) {
    state.warnings = []
    return
  }
  const isSameAddress = addressRule(tools, target)
  const address = receiver.status === 'resolved' ? receiver.address : undefined
  const unanswered = tools.unanswered.of(target, isSameAddress)
  const sent = reviewUnanswered({ receiver: address, unanswered, isSameAddress })
  const told = address === undefined ? [] : reviewAddress(tools, recents, target, address)
  state.warnings = withoutContradiction([...sent, ...told])
}

function reviewAddress(
  tools: SenderTools,
  recents: Recents,
  target: SendTarget,
  receiver: string,
): readonly SendWarning[] {
  const { state, session, addressNames } = tools
  return reviewReceiver({
    receiver,
    own: [target.address, ...ownAddresses(session, target.namespace)],
    recents: recents.list(target.namespace).map(({ address }) => address),
    named: addressNamesOf(addressNames, target.namespace),
    tokens: state.balances.holdings.flatMap(({ address }) => address ?? []),
    isSameAddress: addressRule(tools, target),
  })
}
