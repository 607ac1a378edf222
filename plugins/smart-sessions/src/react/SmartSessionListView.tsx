import { Eip155Provider } from '@latchkey/plugin-eip155'
import {
  Button,
  EmptyState,
  ErrorBanner,
  ErrorState,
  SkeletonRow,
  Tabs,
  useMessages,
  useMutation,
  useService,
  useSnapshot,
  useWallet,
} from '@latchkey/ui-react'
import { useEffect, useState } from 'react'
import { type ListedSession, SmartSessions } from '../SmartSessionsService.js'
import { SessionRow } from './SessionRow.js'
import { smartSessionsMessages } from './smartSessionsMessages.js'

/** The permissions of the account in use, with buttons that end them. */
export default function SmartSessionListView() {
  const messages = useMessages(smartSessionsMessages)
  const service = useService(SmartSessions)
  const wallet = useWallet(Eip155Provider)
  const { sessions, status } = useSnapshot(service.state)
  const [tab, setTab] = useState('active')
  const reading = useMutation(() => service.read())
  const { run } = reading
  const shown = wallet?.accountId
  useEffect(() => {
    if (shown) void run(undefined)
  }, [run, shown])
  const ending = useMutation((ids: readonly string[]) => service.end(ids))
  const leaving = useMutation(() => service.endAllAndDisconnect())
  const endingAll = useMutation(() => service.endAll())

  if (!wallet) return <EmptyState title={messages.noWallet} text={messages.noWalletText} />
  if (reading.state.error) {
    return <ErrorState error={reading.state.error} onRetry={() => void run(undefined)} />
  }
  if (status !== 'ready' && sessions.length === 0) return <SkeletonRow />
  const listed = sessions as readonly ListedSession[]
  const active = listed.filter((one) => one.status === 'active' || one.status === 'unknown')
  const row = (session: ListedSession) => (
    <SessionRow
      key={session.id}
      session={session}
      isEnding={ending.state.status === 'pending' && ending.state.variables.includes(session.id)}
      onEnd={() => void ending.run([session.id])}
    />
  )
  const list = (all: readonly ListedSession[], title: string, text?: string) =>
    all.length > 0 ? (
      <div className="lk-stack" data-gap="sm">
        {all.map(row)}
      </div>
    ) : (
      <EmptyState title={title} text={text} />
    )
  const of = (wanted: ListedSession['status']) => listed.filter((one) => one.status === wanted)
  return (
    <div className="lk-stack" data-testid="lk-sessions">
      <Tabs
        label={messages.tabs}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            id: 'active',
            label: messages.active,
            content: list(active, messages.noneActive, messages.noneActiveText),
          },
          { id: 'expired', label: messages.expired, content: list(of('expired'), messages.noneExpired) },
          { id: 'ended', label: messages.ended, content: list(of('ended'), messages.noneEnded) },
        ]}
      />
      <ErrorBanner error={ending.state.error ?? endingAll.state.error ?? leaving.state.error} />
      {tab === 'active' && wallet.account.kind === 'smartAccount' ? (
        <EndButton
          // The chain may have permissions that no list here has: the way to end those stays, and is no alarm.
          text={active.length > 0 ? messages.endAllHereText : messages.endAllUnlistedText}
          label={messages.endAllHere}
          variant={active.length > 0 ? 'danger' : 'secondary'}
          testId="lk-sessions-end-here"
          isEnding={endingAll.state.status === 'pending'}
          onEnd={() => void endingAll.run(undefined)}
        />
      ) : null}
      {tab === 'active' && active.length > 0 ? (
        <EndButton
          text={messages.endAllText}
          label={messages.endAll}
          variant="danger"
          testId="lk-sessions-end-all"
          isEnding={leaving.state.status === 'pending'}
          onEnd={() => void leaving.run(undefined)}
        />
      ) : null}
    </div>
  )
}

interface EndButtonProps {
  readonly text: string
  readonly label: string
  readonly variant: 'danger' | 'secondary'
  readonly testId: string
  readonly isEnding: boolean
  readonly onEnd: () => void
}

const EndButton = ({ text, label, variant, testId, isEnding, onEnd }: EndButtonProps) => (
  <div className="lk-stack" data-gap="sm">
    <p className="lk-hint">{text}</p>
    <Button variant={variant} fullWidth loading={isEnding} data-testid={testId} onClick={onEnd}>
      {label}
    </Button>
  </div>
)
