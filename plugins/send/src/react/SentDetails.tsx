import { namespaceOf } from '@latchkey/kernel/contracts'
import { EndingDetails, useAddressNames, useMessages } from '@latchkey/ui-react'
import type { SentTransaction } from '../Sender.js'
import { sendMessages } from './messages.js'
import { Recipient } from './Recipient.js'

export interface SentDetailsProps {
  readonly transaction: SentTransaction
  /** The account that sent it. */
  readonly address: string | undefined
  readonly phase: string
}

/** Shows the facts of a sent transaction, and offers to name the recipient once the money has arrived there. */
export function SentDetails({ transaction, address, phase }: SentDetailsProps) {
  const messages = useMessages(sendMessages)
  const { receiver, amount, ...rest } = transaction
  const { networkId } = rest
  const to = {
    label: messages.to,
    testId: 'send-sent-to',
    value: <Recipient {...receiver} networkId={networkId} />,
    note:
      phase === 'confirmed' ? <SaveAddress networkId={networkId} address={receiver.address} /> : undefined,
  }
  return (
    <EndingDetails
      {...rest}
      about={[to]}
      // Other titles name it, or say that something else happened.
      amount={phase === 'undecided' ? amount : undefined}
      address={address}
      isEnded={phase === 'confirmed' || phase === 'failed'}
      testId="send"
    />
  )
}

interface SaveAddressProps {
  readonly networkId: SentTransaction['networkId']
  readonly address: string
}

function SaveAddress({ networkId, address }: SaveAddressProps) {
  const messages = useMessages(sendMessages)
  const { nameOf, edit } = useAddressNames()
  if (!edit || nameOf(networkId, address) !== undefined) return null
  return (
    <button
      type="button"
      className="lk-text-button"
      data-testid="send-save-address"
      onClick={() => edit({ namespace: namespaceOf(networkId), address })}
    >
      {messages.saveAddress}
    </button>
  )
}
