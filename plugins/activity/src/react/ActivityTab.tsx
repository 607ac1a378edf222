import type { Account } from '@latchkey/kernel/plugin'
import { ActivityIcon, ListRow, useAccount, useMessages, useService } from '@latchkey/ui-react'
import { useMemo } from 'react'
import { ActivityFeed } from '../ActivityFeed.js'
import { ActivityStates } from './ActivityStates.js'
import { ListEnd } from './ListEnd.js'
import { activityMessages } from './messages.js'
import { MonthHeading } from './MonthHeading.js'
import { TransactionRow } from './TransactionRow.js'
import { useActivity } from './useActivity.js'
import { useEntries } from './useEntries.js'
import { useValues } from './useValues.js'
import { ValuesNote } from './ValuesNote.js'

/** More than this have a view of their own, so that what stands below the list stays within reach. */
const mostEntries = 12

/** The newest transactions of the account, and a way to all of them. */
export default function ActivityTab({ account }: { readonly account: Account }) {
  const messages = useMessages(activityMessages)
  const feed = useService(ActivityFeed)
  const { namespace } = account
  const { network } = useAccount({ namespace })
  const activity = useActivity({ namespace })
  const { entries, dates } = useEntries(activity.transactions)
  const shown = useMemo(() => entries.slice(0, mostEntries), [entries])
  const records = useMemo(() => shown.flatMap((entry) => (entry.kind === 'row' ? entry.record : [])), [shown])
  const values = useValues(records, network)
  const isCut = shown.length < entries.length || (activity.hasMore && shown.length > 0)
  const end = <ListEnd activity={activity} network={network} dates={dates} />
  return (
    <div className="lk-stack" data-gap="sm" data-testid="activity-tab">
      <ActivityStates activity={activity} namespace={namespace} network={network} footer={end}>
        <ul className="lk-list" aria-label={messages.activity}>
          {shown.map((entry) => (
            <li className="lk-list-item" key={entry.key}>
              {entry.kind === 'month' ? (
                <MonthHeading label={entry.label} />
              ) : (
                <TransactionRow entry={entry} network={network} dates={dates} values={values} />
              )}
            </li>
          ))}
        </ul>
        <ValuesNote values={values} />
        {isCut ? (
          <ListRow
            leading={
              <span className="lk-row-icon">
                <ActivityIcon />
              </span>
            }
            title={messages.all}
            chevron
            testId="activity-see-all"
            onClick={() => feed.open({ namespace })}
          />
        ) : (
          end
        )}
      </ActivityStates>
    </div>
  )
}
