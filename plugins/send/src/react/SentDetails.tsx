import { namespaceOf } from '@latchkey/kernel/contracts'
import {
  AmountText,
  Card,
  type Detail,
  DetailList,
  NamedAddress,
  safeHttpUrl,
  safeText,
  truncateAddress,
  useAddressNames,
  useLocale,
  useMessages,
} from '@latchkey/ui-react'
import type { SentTransaction } from '../Sender.js'
import { sendMessages } from './messages.js'

export interface SentDetailsProps {
  readonly transaction: SentTransaction
  /** Offers to name the recipient: once the money has arrived there. */
  readonly isSaveOffered: boolean
}

/** Shows the facts of a sent transaction: recipient, highest fee, time, and its link to the explorer. */
export function SentDetails({ transaction, isSaveOffered }: SentDetailsProps) {
  const messages = useMessages(sendMessages)
  const locale = useLocale()
  const { networkId, receiver, fee, sentAt, id } = transaction
  const details: readonly (Detail | undefined)[] = [
    {
      label: messages.to,
      testId: 'send-sent-to',
      value: <Recipient {...receiver} networkId={networkId} />,
      note: isSaveOffered ? <SaveAddress networkId={networkId} address={receiver.address} /> : undefined,
    },
    fee && {
      label: messages.fee,
      testId: 'send-sent-fee',
      value: <AmountText {...fee} maximumFractionDigits={8} />,
    },
    sentAt === undefined
      ? undefined
      : { label: messages.sentAt, testId: 'send-sent-at', value: timeText(sentAt, locale) },
    id === undefined
      ? undefined
      : { label: messages.transaction, value: <TransactionLink id={id} url={transaction.explorerUrl} /> },
  ]
  return (
    <Card>
      <DetailList details={details.filter((detail) => detail !== undefined)} />
    </Card>
  )
}

const timeText = (at: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)

interface RecipientProps {
  readonly networkId: SentTransaction['networkId']
  readonly address: string
  readonly name?: string | undefined
}

/** The name that was typed stays: by it the person knows whom they paid. */
function Recipient({ networkId, address, name }: RecipientProps) {
  const { nameOf } = useAddressNames()
  const isTyped = name !== undefined && nameOf(networkId, address) === undefined
  return (
    <>
      {isTyped ? <bdi>{safeText(name, 255)} </bdi> : null}
      <NamedAddress network={networkId} address={address} />
    </>
  )
}

function SaveAddress({ networkId, address }: Omit<RecipientProps, 'name'>) {
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

/** The transaction's id leads to the explorer, where there is one. */
function TransactionLink({ id, url }: { readonly id: string; readonly url?: string | undefined }) {
  const messages = useMessages(sendMessages)
  const href = safeHttpUrl(url)
  const short = truncateAddress(safeText(id, 256))
  if (href === undefined) return <bdi translate="no">{short}</bdi>
  return (
    <a
      className="lk-text-button"
      data-testid="send-explorer"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={messages.seeTransaction({ id: short })}
    >
      <bdi translate="no">{short}</bdi>
    </a>
  )
}
