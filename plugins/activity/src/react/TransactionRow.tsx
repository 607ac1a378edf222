import {
  Explorer,
  findCapability,
  Namespace,
  type Network,
  type TransactionRecord,
} from '@latchkey/kernel/plugin'
import { AddressText, Badge, ListRow, safeHttpUrl, useContributions, useMessages } from '@latchkey/ui-react'
import type { DateTexts } from './createDateTexts.js'
import { activityMessages } from './messages.js'
import type { Entry } from './toEntries.js'
import { TransactionIcon } from './TransactionIcon.js'
import { TransferText } from './TransferText.js'
import { verbOf } from './verbOf.js'

export interface TransactionRowProps {
  readonly entry: Extract<Entry, { readonly kind: 'row' }>
  readonly network: Network | undefined
  readonly dates: DateTexts
}

/** One transaction, or one transfer of a large one. Leads to the block explorer where the network names one. */
export function TransactionRow({ entry, network, dates }: TransactionRowProps) {
  const messages = useMessages(activityMessages)
  const { record, transfers } = entry
  const { operation, status, minedAt } = record
  const href = useTransactionUrl(record)
  return (
    <ListRow
      leading={<TransactionIcon record={record} transfers={transfers} network={network} />}
      title={verbOf(operation, messages)}
      badge={
        status === 'confirmed' ? undefined : (
          <Badge tone={status === 'failed' ? 'danger' : 'accent'}>{messages[status]}</Badge>
        )
      }
      subtitle={<Description entry={entry} />}
      trailing={
        minedAt === undefined ? undefined : (
          <time dateTime={dates.machine(minedAt)} title={dates.full(minedAt)}>
            {dates.day(minedAt)}
          </time>
        )
      }
      trailingSubtitle={<Counterpart entry={entry} />}
      href={href}
      testId={`activity-row-${entry.key}`}
    />
  )
}

/** What moved; without that, the two ends of a send or receive, or how it stands. */
function Description({ entry: { record, transfers } }: Pick<TransactionRowProps, 'entry'>) {
  const messages = useMessages(activityMessages)
  const { operation, from, to, status } = record
  const [first, second] = transfers
  if (first) {
    return (
      <>
        <TransferText operation={operation} transfer={first} />
        {second ? (
          <>
            {' · '}
            <TransferText operation={operation} transfer={second} />
          </>
        ) : null}
      </>
    )
  }
  if ((operation === 'send' || operation === 'receive') && (from ?? to) !== undefined) {
    return (
      <>
        {from === undefined ? null : <AddressText address={from} start={4} end={6} />}
        {from === undefined || to === undefined ? null : <span aria-hidden="true">{' → '}</span>}
        {to === undefined ? null : <AddressText address={to} start={4} end={6} />}
      </>
    )
  }
  return <>{messages[status]}</>
}

/** Who was paid or who paid, where one thing moved one way. */
function Counterpart({ entry: { record, transfers } }: Pick<TransactionRowProps, 'entry'>) {
  const messages = useMessages(activityMessages)
  const [transfer, second] = transfers
  if (!transfer || second || transfer.direction === 'self') return null
  const isOut = transfer.direction === 'out'
  const address = isOut ? (transfer.to ?? record.to) : (transfer.from ?? record.from)
  if (address === undefined || (record.operation !== 'send' && record.operation !== 'receive')) return null
  return (
    <>
      {`${isOut ? messages.to : messages.from} `}
      <AddressText address={address} start={4} end={6} />
    </>
  )
}

function useTransactionUrl({ networkId, id }: TransactionRecord): string | undefined {
  const namespace = useContributions(Namespace).find((candidate) => networkId.startsWith(`${candidate.id}:`))
  const explorer = namespace && findCapability(namespace.capabilities, Explorer)
  return safeHttpUrl(explorer?.transactionUrl(networkId, id))
}
