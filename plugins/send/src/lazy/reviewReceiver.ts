import { type AddressName, looksAlike } from '@latchkey/kernel/contracts'
import type { NamespaceContribution } from '@latchkey/kernel/plugin'
import type { SendWarning } from '../Sender.js'

export interface ReceiverFacts {
  readonly receiver: string
  /** Addresses of the person's own wallets, the sending one first. */
  readonly own: readonly string[]
  /** Addresses this app sent to before. */
  readonly recents: readonly string[]
  /** Addresses that the person named. A name says nothing of whether anything was sent there. */
  readonly named: readonly AddressName[]
  /** Contracts or mints of the tokens that are held. */
  readonly tokens: readonly string[]
  readonly isSameAddress: NamespaceContribution['isSameAddress']
}

/** What the letters of a receiver's address tell before the chain is asked. Pure. */
export function reviewReceiver(facts: ReceiverFacts): readonly SendWarning[] {
  const { receiver, own, recents, named, tokens, isSameAddress } = facts
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
        needsConsent: true,
        message: 'This is a token contract. Anything you send there is usually lost.',
      },
    ]
  }
  if (own.some(is)) return []
  const isNamed = named.some(({ address }) => is(address))
  const namedTwin = isNamed ? undefined : named.find(({ address }) => looksAlike(receiver, address))
  if (namedTwin) {
    const { name, address } = namedTwin
    return [
      {
        code: 'NAMED_ADDRESS_LOOKALIKE',
        severity: 'warning',
        needsConsent: true,
        message: `This looks like the address you call ${name}, but it’s different. It may be a scam. Compare every character.`,
        parameters: { name, address },
      },
    ]
  }
  if (recents.some(is)) return []
  const twin = [...own, ...recents].find((other) => looksAlike(receiver, other))
  if (twin !== undefined) {
    return [
      {
        code: 'ADDRESS_LOOKALIKE',
        severity: 'warning',
        needsConsent: true,
        message:
          'This address begins and ends like one you know, but is another one. Somebody may want you to mix them up.',
        parameters: { address: twin, whose: own.includes(twin) ? 'own' : 'used' },
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
