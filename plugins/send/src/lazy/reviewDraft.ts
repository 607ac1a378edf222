import { addressNamesOf } from '@latchkey/kernel/plugin'
import { ownAddresses } from './ownAddresses.js'
import { reviewReceiver } from './reviewReceiver.js'
import type { Recents } from './recentReceivers.js'
import { addressRule, type SenderTools } from './SenderTools.js'

/** Works out again what the receiver's address tells. */
export function reviewDraft(tools: SenderTools, recents: Recents): void {
  const { state, session, addressNames } = tools
  const { receiver, target } = state
  if (!target || receiver.status !== 'resolved') {
    state.warnings = []
    return
  }
  state.warnings = [
    ...reviewReceiver({
      receiver: receiver.address,
      own: [target.address, ...ownAddresses(session, target.namespace)],
      recents: recents.list(target.namespace).map(({ address }) => address),
      named: addressNamesOf(addressNames, target.namespace),
      tokens: state.balances.holdings.flatMap(({ address }) => address ?? []),
      isSameAddress: addressRule(tools, target),
    }),
  ]
}
