import {
  Explorer,
  namespaceOf,
  Replace,
  type TransactionRecord,
  type TransactionTransfer,
} from '@latchkey/kernel/contracts'
import { Navigation, PendingTransactionRoute, Wallets } from '@latchkey/kernel/wallet'
import type { Network, NetworkId } from '@latchkey/kernel/plugin'
import {
  Badge,
  FiatText,
  ListRow,
  NamedAddress,
  safeHttpUrl,
  safeText,
  useMessages,
  useService,
  useWallet,
  VisuallyHidden,
} from '@latchkey/ui-react'
import type { ReactNode } from 'react'
import type { DateTexts } from './createDateTexts.js'
import { activityMessages } from './messages.js'
import type { Entry } from './toEntries.js'
import { TransactionIcon } from './TransactionIcon.js'
import { TransferText } from './TransferText.js'
import { titleOf } from './titleOf.js'
import { isValued, type TransferValues } from './useValues.js'

export interface TransactionRowProps {
  readonly entry: Extract<Entry, { readonly kind: 'row' }>
  readonly network: Network | undefined
  readonly dates: DateTexts
  /** Where the row of a pending transaction leads. Default to what can be done about it. */
  readonly leadsTo?: 'details' | 'explorer' | undefined
  /** Default no values. */
  readonly values?: TransferValues | undefined
}

/** One transaction, or one transfer of a large one. Leads to the block explorer where the network names one. */
export function TransactionRow({ entry, network, dates, leadsTo = 'details', values }: TransactionRowProps) {
  const messages = useMessages(activityMessages)
  const { record, transfers } = entry
  // The view of a pending transaction is called that, and its row has the room of a card.
  const isNamed = leadsTo === 'explorer'
  const { status, minedAt, isUncertain, isUnread } = record
  const href = useTransactionUrl(record)
  const openDetails = useDetails(record)
  const target = !isNamed && openDetails ? { onClick: openDetails, chevron: true } : { href }
  const date =
    minedAt === undefined ? undefined : (
      <time dateTime={dates.machine(minedAt)} title={dates.full(minedAt)}>
        {dates.day(minedAt)}
      </time>
    )
  return (
    <ListRow
      leading={<TransactionIcon record={record} transfers={transfers} network={network} />}
      title={titleOf(record, messages, isNamed)}
      badge={
        status === 'confirmed' || isUncertain || (status === 'pending' && isNamed) ? undefined : (
          <Badge tone={status === 'failed' ? 'danger' : 'accent'}>{messages[status]}</Badge>
        )
      }
      {...(transfers.length === 0
        ? still(
            record,
            date,
            isUnread ? messages.unreadText : status === 'confirmed' ? messages.confirmed : undefined,
          )
        : withValue(moved(record, transfers, date), date, entry, values))}
      {...target}
      testId={`activity-row-${entry.key}`}
    />
  )
}

/** Adds the value of what moved: of what came, where one thing was given for another. The date makes room for it under the names. */
function withValue(
  texts: Texts,
  date: ReactNode,
  { record, transfers }: TransactionRowProps['entry'],
  values: TransferValues | undefined,
): Texts {
  const worths = transfers.map((transfer) => ({ transfer, worth: values?.of(transfer) }))
  const known = worths.filter(({ worth }) => worth !== undefined)
  const shown = known.find(({ transfer }) => transfer.direction === 'in') ?? known[0]
  if (!values || !shown || !isValued(record)) return texts
  const value = <FiatText value={shown.worth} currency={values.currency} />
  if (texts.trailingSubtitle !== date) return { ...texts, description: value }
  return { ...texts, description: date, trailingSubtitle: value }
}

interface Texts {
  readonly subtitle?: ReactNode
  readonly description?: ReactNode
  readonly trailing?: ReactNode
  readonly trailingSubtitle?: ReactNode
}

/** Nothing moved: the two ends of a send or receive, that it is confirmed otherwise; the badge says any other status. */
function still(record: TransactionRecord, date: ReactNode, confirmed: string | undefined): Texts {
  const { operation, from, to, networkId } = record
  const isTransfer = (operation === 'send' || operation === 'receive') && !record.isMadeByOther
  if (!isTransfer || (from ?? to) === undefined) return { subtitle: confirmed, trailingSubtitle: date }
  return {
    subtitle: <End network={networkId} address={from} side="from" long />,
    description: <End network={networkId} address={to} side="to" long />,
    trailingSubtitle: date,
  }
}

/** Amounts stand at the end of the row, where they line up; collectibles have names, which need the room at the start. */
function moved(record: TransactionRecord, transfers: readonly TransactionTransfer[], date: ReactNode): Texts {
  // No verb says which way it went when somebody else made it.
  const operation = record.isMadeByOther ? 'trade' : record.operation
  const draw = (transfer: TransactionTransfer | undefined) =>
    transfer && <TransferText operation={operation} transfer={transfer} />
  const line = (one: TransactionTransfer | undefined, other: TransactionTransfer | undefined) => (
    <>
      {draw(one)}
      {other ? ' · ' : null}
      {draw(other)}
    </>
  )
  // Who made it must not lose its room to an amount that a stranger chose; nor is an address of theirs shown to copy.
  if (record.isMadeByOther) return { subtitle: line(transfers[0], transfers[1]), trailing: date }
  const [first, second] = transfers.filter(({ collectible }) => !collectible)
  const [one, other] = transfers.filter(({ collectible }) => collectible)
  if (first && second) return { subtitle: date, trailing: draw(first), trailingSubtitle: draw(second) }
  if (!one) {
    return {
      subtitle: first ? <Counterpart record={record} transfer={first} /> : undefined,
      trailing: draw(first),
      trailingSubtitle: date,
    }
  }
  return {
    subtitle: line(one, other),
    trailing: draw(first),
    trailingSubtitle: date,
  }
}

/** Who was paid or who paid; what it was where that says nothing. */
function Counterpart({
  record: { networkId, operation, from, to },
  transfer,
}: {
  readonly record: TransactionRecord
  readonly transfer: TransactionTransfer
}) {
  const wallet = useWallet({ namespace: namespaceOf(networkId) })
  const isOut = transfer.direction !== 'in'
  const address = isOut ? (transfer.to ?? to) : (transfer.from ?? from)
  // Who asked for something that came isn't who paid it.
  const isOwn =
    !isOut &&
    address !== undefined &&
    wallet?.contribution.isSameAddress(address, wallet.account.address) === true
  if (address !== undefined && !isOwn && (operation === 'send' || operation === 'receive')) {
    // The verb says which end it is, and the room is the amount's.
    return <End network={networkId} address={address} side={isOut ? 'to' : 'from'} quiet />
  }
  return <bdi>{safeText(transfer.name ?? '', 40)}</bdi>
}

interface EndProps {
  readonly network: NetworkId
  readonly address: string | undefined
  readonly side: 'from' | 'to'
  /** Says which end it is to assistive technology only. */
  readonly quiet?: boolean
  /** Keeps the last six characters, as the specification has it where nothing else tells two rows apart. */
  readonly long?: boolean
}

function End({ network, address, side, quiet = false, long = false }: EndProps) {
  const messages = useMessages(activityMessages)
  if (address === undefined) return null
  const word = `${messages[side]} `
  return (
    <>
      {quiet ? <VisuallyHidden>{word}</VisuallyHidden> : word}
      <NamedAddress network={network} address={address} {...(long ? { start: 4, end: 6 } : {})} />
    </>
  )
}

/** Opens what can be done about a transaction of the connected account that waits. */
function useDetails(record: TransactionRecord): (() => void) | undefined {
  const { networkId, id, from, status, isUncertain, transfers } = record
  const navigation = useService(Navigation)
  const namespace = namespaceOf(networkId)
  const wallet = useWallet({ namespace })
  if (status !== 'pending' || isUncertain || wallet?.networkId !== networkId) return undefined
  const replace = wallet.use(Replace)
  const isOwn = from !== undefined && wallet.contribution.isSameAddress(from, wallet.account.address)
  const isPaid = replace?.incoming === true && transfers.some(({ direction }) => direction === 'in')
  if (!replace || !(isOwn || isPaid)) return undefined
  return () => navigation.push(PendingTransactionRoute, { id, namespace })
}

/** Leads to the account while no transaction is named. */
function useTransactionUrl(record: TransactionRecord): string | undefined {
  const { networkId, id, from, isUncertain } = record
  const explorer = useService(Wallets).chain(networkId, Explorer)
  return safeHttpUrl(
    isUncertain
      ? from === undefined
        ? undefined
        : explorer?.addressUrl(networkId, from)
      : explorer?.transactionUrl(networkId, id),
  )
}
