import { Clock, type Network } from '@latchkey/kernel/plugin'
import { networks as section } from '../messages/en/networks.js'
import { useLocale } from '../messages/useLocale.js'
import { useMessages } from '../messages/useMessages.js'
import { useService } from '../useService.js'
import { dayText } from '../utils/dayText.js'
import { safeText } from '../utils/safeText.js'

/** The notice for a person whose wallet is on a network that ends. */
export interface ClosedNetwork {
  /** When it ends, or ended. */
  readonly title: string
  /** The network's advice, as plain text. */
  readonly text: string
  /** Whether its last day is over, so that nothing can be done there. */
  readonly isOver: boolean
}

/** Says that a network ends and what to do. `undefined` for one that goes on. */
export function useClosedNetwork(network: Network | undefined): ClosedNetwork | undefined {
  const messages = useMessages(section)
  const locale = useLocale()
  const clock = useService(Clock)
  const closed = network?.closed
  if (!closed) return undefined
  const isOver = new Date(clock.now()).toISOString().slice(0, 10) > closed.on
  const date = dayText(closed.on, locale)
  return {
    title: isOver ? messages.closedOn({ date }) : messages.closesOn({ date }),
    text: safeText(closed.say, 300),
    isOver,
  }
}
