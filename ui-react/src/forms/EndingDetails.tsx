import { type Amount, namespaceOf, truncateAddress } from '@latchkey/kernel/contracts'
import { AmountText } from '../components/AmountText.js'
import { Card } from '../components/Card.js'
import { type Detail, DetailList } from '../components/DetailList.js'
import { endings } from '../messages/en/endings.js'
import { fees } from '../messages/en/fees.js'
import { useMessages } from '../messages/useMessages.js'
import { useTimeText } from '../messages/useTimeText.js'
import { useNamespace } from '../useNamespace.js'
import { safeHttpUrl } from '../utils/safeHttpUrl.js'
import { safeText } from '../utils/safeText.js'
import { type TakenTransaction, useTakenRecord } from './useTakenRecord.js'

export interface EndingDetailsProps extends TakenTransaction {
  /** The first rows: the recipient, the amounts of a swap, the approvals that were revoked. */
  readonly about: readonly Detail[]
  /** How much it was about, where the title doesn't say it: stands first. */
  readonly amount?: Amount | undefined
  /** The most that the network could charge. Absent where nobody said it, and where several transactions were made: no fee is shown then. */
  readonly fee?: Amount | undefined
  /** When the wallet sent it, in milliseconds since the epoch. The chain's own time takes its place once it's known. */
  readonly sentAt?: number | undefined
  readonly explorerUrl?: string | undefined
  /** Whether the network has decided: what it took is then asked for. */
  readonly isEnded: boolean
  /** The beginning of test ids, such as `send`. */
  readonly testId: string
}

/** Shows the facts of what was done in one order: the subject, the network fee, the network, the time and the transaction. */
export function EndingDetails(props: EndingDetailsProps) {
  const { about, amount, networkId, id, explorerUrl, testId } = props
  const messages = useMessages(endings)
  const timeText = useTimeText()
  const networks = useNamespace(namespaceOf(networkId))?.networks
  const network = networks?.find((one) => one.id === networkId)
  // Somebody else pays where the limit is zero.
  const isCharged = props.fee !== undefined && props.fee.value > 0n
  const record = useTakenRecord(props, props.isEnded && isCharged)
  const fee = useFeeDetail(props, record?.fee)
  const at = record?.minedAt ?? props.sentAt
  const details: readonly (Detail | undefined)[] = [
    amount && {
      label: messages.amount,
      testId: `${testId}-of-amount`,
      value: <AmountText {...amount} maximumFractionDigits={amount.decimals} />,
    },
    ...about,
    fee,
    network && { label: messages.network, testId: `${testId}-at-network`, value: safeText(network.name, 40) },
    at === undefined ? undefined : { label: messages.time, testId: `${testId}-at-time`, value: timeText(at) },
    id === undefined
      ? undefined
      : {
          label: messages.transaction,
          value: <TransactionLink id={id} url={explorerUrl} testId={`${testId}-explorer`} />,
        },
  ]
  return (
    <Card>
      <DetailList details={details.filter((detail) => detail !== undefined)} />
    </Card>
  )
}

/** The limit is called one, as in the review. What was paid takes its place as soon as the chain tells it. */
function useFeeDetail(
  { fee, testId }: Pick<EndingDetailsProps, 'fee' | 'testId'>,
  paid: Amount | undefined,
): Detail | undefined {
  const messages = useMessages(endings)
  const { fee: limit } = useMessages(fees)
  const shared = { testId: `${testId}-paid-fee` }
  if (paid) {
    return { ...shared, label: messages.fee, value: <AmountText {...paid} maximumFractionDigits={8} /> }
  }
  if (!fee || fee.value === 0n) return undefined
  return { ...shared, label: limit, value: <AmountText {...fee} maximumFractionDigits={8} /> }
}

interface TransactionLinkProps {
  readonly id: string
  readonly url: string | undefined
  readonly testId: string
}

/** The transaction's id leads to the explorer, where there is one. */
function TransactionLink({ id, url, testId }: TransactionLinkProps) {
  const messages = useMessages(endings)
  const href = safeHttpUrl(url)
  const short = truncateAddress(safeText(id, 256))
  if (href === undefined) return <bdi translate="no">{short}</bdi>
  return (
    <a
      className="lk-text-button"
      data-testid={testId}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={messages.seeTransaction({ id: short })}
    >
      <bdi translate="no">{short}</bdi>
    </a>
  )
}
