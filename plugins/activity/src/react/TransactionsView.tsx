import type { NamespaceId } from '@latchkey/kernel/plugin'
import { SkeletonRow, useAccount, useMessages, VirtualList, VisuallyHidden } from '@latchkey/ui-react'
import { useEffect } from 'react'
import { ActivityStates } from './ActivityStates.js'
import { ListEnd } from './ListEnd.js'
import { activityMessages } from './messages.js'
import { MonthHeading } from './MonthHeading.js'
import type { Entry } from './toEntries.js'
import { TransactionRow } from './TransactionRow.js'
import { useActivity } from './useActivity.js'
import { useEntries } from './useEntries.js'
import { useValues } from './useValues.js'
import { ValuesNote } from './ValuesNote.js'

interface TransactionsViewProps {
  readonly params: { readonly namespace?: NamespaceId } | undefined
}

type Line = Entry | { readonly kind: 'more' | 'end'; readonly key: string }

/** Every transaction of the account, of which only the visible ones are drawn. Coming to the last one reads older ones. */
export default function TransactionsView({ params }: TransactionsViewProps) {
  const messages = useMessages(activityMessages)
  const where = params?.namespace === undefined ? {} : { namespace: params.namespace }
  const { namespace, network } = useAccount(where)
  const activity = useActivity(where)
  const { entries, dates } = useEntries(activity.transactions)
  const values = useValues(activity.transactions, network)
  const { hasMore, error, loadMore, transactions } = activity
  const end = <ListEnd activity={activity} network={network} dates={dates} />
  const last: Line = hasMore && !error ? { kind: 'more', key: 'more' } : { kind: 'end', key: 'end' }
  const draw = (line: Line) => {
    switch (line.kind) {
      case 'month':
        return <MonthHeading key={line.key} label={line.label} />
      case 'row':
        return <TransactionRow key={line.key} entry={line} network={network} dates={dates} values={values} />
      case 'more':
        return <OlderRows key={line.key} count={transactions.length} onVisible={loadMore} />
      default:
        return <div key={line.key}>{end}</div>
    }
  }
  return (
    <div className="lk-stack" data-gap="sm">
      <ActivityStates activity={activity} namespace={namespace} network={network} footer={end}>
        <div className="lk-tall-list">
          <VirtualList items={[...entries, last]} label={messages.activity} testId="activity-list" focusable>
            {draw}
          </VirtualList>
        </div>
        <ValuesNote values={values} />
      </ActivityStates>
    </div>
  )
}

/** Stands for the rows that are not read yet, and has them read when it comes into view. */
function OlderRows({ count, onVisible }: { readonly count: number; readonly onVisible: () => void }) {
  const messages = useMessages(activityMessages)
  // biome-ignore lint/correctness/useExhaustiveDependencies: still in view after a page, it asks for the next.
  useEffect(onVisible, [count, onVisible])
  return (
    <div role="status">
      <VisuallyHidden>{messages.loadingMore}</VisuallyHidden>
      <SkeletonRow trailing />
    </div>
  )
}
