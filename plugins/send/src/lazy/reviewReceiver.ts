import type { NamespaceContribution } from '@latchkey/kernel/plugin'
import type { SendWarning } from '../Sender.js'

export interface ReceiverFacts {
  readonly receiver: string
  /** Addresses of the person's own wallets, the sending one first. */
  readonly own: readonly string[]
  /** Addresses this app sent to before. */
  readonly recents: readonly string[]
  /** Contracts or mints of the tokens that are held. */
  readonly tokens: readonly string[]
  readonly isSameAddress: NamespaceContribution['isSameAddress']
}

/** What the letters of a receiver's address tell before the chain is asked. Pure. */
export function reviewReceiver(facts: ReceiverFacts): readonly SendWarning[] {
  const { receiver, own, recents, tokens, isSameAddress } = facts
  const is = (other: string) => isSameAddress(receiver, other)
  const [sender] = own
  if (sender !== undefined && is(sender)) {
    return [{ code: 'SEND_TO_SELF', severity: 'info', message: 'You are sending to your own account.' }]
  }
  if (tokens.some(is)) {
    return [
      {
        code: 'SEND_TO_TOKEN_CONTRACT',
        severity: 'warning',
        message: 'This is a token contract. Anything you send there is usually lost.',
      },
    ]
  }
  const known = [...own, ...recents]
  if (known.some(is)) return []
  const twin = known.find((other) => looksAlike(receiver, other))
  if (twin !== undefined) {
    return [
      {
        code: 'ADDRESS_LOOKALIKE',
        severity: 'warning',
        needsConsent: true,
        message:
          'This address begins and ends like one you know, but is another one. Somebody may want you to mix them up.',
      },
    ]
  }
  return [
    {
      code: 'FIRST_TIME_RECEIVER',
      severity: 'info',
      message: 'You haven’t sent to this address before. Double-check it.',
    },
  ]
}

/** How much of each end people compare, and attackers take the trouble to match. */
const compared = 3
const bech32 = /^[a-z]{2,5}1(?=[ac-hj-np-z02-9]{20,}$)/

/**
 * Whether two addresses are told apart only by their middle. Case is left out: it hardly shows.
 * Poisoners make such addresses in minutes and send from them, so that they stand in the list of transactions.
 */
export function looksAlike(left: string, right: string): boolean {
  const one = distinctive(left)
  const other = distinctive(right)
  // no money: letters
  if (one === other || one.length < 2 * compared || other.length < 2 * compared) return false
  return (
    one.slice(0, compared) === other.slice(0, compared) && one.slice(-compared) === other.slice(-compared)
  )
}

/** Without what all addresses of a kind begin with: `0x`, or human-readable part and version of bech32. */
function distinctive(address: string): string {
  const lower = address.toLowerCase()
  if (lower.startsWith('0x')) return lower.slice(2)
  const isOneCase = address === lower || address === address.toUpperCase()
  return isOneCase && bech32.test(lower) ? lower.replace(bech32, '').slice(1) : lower
}
