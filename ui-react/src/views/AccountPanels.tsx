import type { Account } from '@latchkey/kernel/plugin'
import { SkeletonRow } from '../components/SkeletonRow.js'
import { Tabs } from '../components/Tabs.js'
import { ContributedView } from '../ContributedView.js'
import { useAccount } from '../hooks/useAccount.js'
import { account as section } from '../messages/en/account.js'
import { useMessages } from '../messages/useMessages.js'
import { useWords } from '../messages/useWords.js'
import { useRemembered } from '../shell/viewMemory.js'
import { AccountTabs } from '../slots.js'
import { useSlotViews } from '../useSlotViews.js'
import { safeText } from '../utils/safeText.js'

const loading = (
  <div className="lk-list" aria-hidden="true">
    <SkeletonRow trailing />
    <SkeletonRow trailing />
    <SkeletonRow trailing />
  </div>
)

/** What plugins show about the account: tokens, collectibles, activity. One panel needs no tabs. */
export function AccountPanels({ account }: { readonly account: Account }) {
  const messages = useMessages(section)
  const say = useWords()
  // Mounted again on another network: a panel may be for some networks only.
  useAccount({ namespace: account.namespace })
  const views = useSlotViews(AccountTabs.id)
  const [chosen, setChosen] = useRemembered<string | undefined>('tab', undefined)
  const [first] = views
  if (!first) return null
  const panel = (view: typeof first) => (
    <ContributedView key={view.id} view={view} props={{ account }} loading={loading} />
  )
  if (views.length === 1) return panel(first)
  return (
    <Tabs
      label={messages.panels}
      value={views.some((view) => view.id === chosen) && chosen !== undefined ? chosen : first.id}
      onChange={setChosen}
      tabs={views.map((view) => ({
        id: view.id,
        label: safeText(view.label === undefined ? view.id : say(view.label), 24),
        content: panel(view),
        testId: `lk-tab-${view.id}`,
      }))}
    />
  )
}
