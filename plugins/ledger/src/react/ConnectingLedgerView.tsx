import {
  type BaseError,
  Connector,
  errorWords,
  isUserRejection,
  type NamespaceId,
  type RouteParams,
} from '@latchkey/kernel/plugin'
import { kernelErrorFrom, Navigation, Session } from '@latchkey/kernel/wallet'
import {
  Button,
  RefreshIcon,
  type RouteViewProps,
  useContributions,
  useMessages,
  useService,
  useSnapshot,
  useWords,
  WaitingScreen,
  WalletIcon,
} from '@latchkey/ui-react'
import { useEffect, useRef, useState } from 'react'
import { ledgerMark } from '../ledgerMark.js'
import { Ledger, type LedgerChoice } from '../LedgerService.js'
import { type LedgerScheme, ledgerChains } from '../paths.js'
import type { ConnectingLedgerRoute } from '../routes.js'
import { ChooseAccount } from './ChooseAccount.js'
import { ledgerMessages } from './messages.js'

type Params = RouteParams<typeof ConnectingLedgerRoute>

type Step =
  | { readonly name: 'start' | 'connecting' }
  | { readonly name: 'reading'; readonly namespace: NamespaceId; cancel(): void }
  | { readonly name: 'choose'; readonly namespace: NamespaceId; readonly choices: readonly LedgerChoice[] }
  | { readonly name: 'failed'; readonly error: BaseError; again(): void }

const picture = <WalletIcon name="Ledger" src={ledgerMark} size="xl" />

/** Chooses the chain, reads its accounts from the device, and connects one of them. */
export default function ConnectingLedgerView({ params }: RouteViewProps<Params>) {
  const messages = useMessages(ledgerMessages)
  const { isOpening } = useSnapshot(useService(Ledger).state)
  const { step, offered, read, connect } = useConnecting(params)
  switch (step.name) {
    case 'start':
      return <Start offered={offered} onChoose={(namespace) => read(namespace, 'standard', [])} />
    case 'reading': {
      const app = ledgerChains[step.namespace]?.app ?? ''
      return (
        <WaitingScreen
          testId="lk-ledger-reading"
          picture={picture}
          state="pending"
          title={isOpening ? messages.openApp({ app }) : messages.reading}
          text={isOpening ? messages.openAppText : messages.readingText}
          actions={
            <Button variant="secondary" fullWidth data-testid="lk-ledger-cancel" onClick={step.cancel}>
              {messages.cancel}
            </Button>
          }
        />
      )
    }
    case 'connecting':
      return <WaitingScreen picture={picture} state="pending" title={messages.connecting} />
    case 'failed':
      return <Failed error={step.error} onRetry={step.again} />
    case 'choose':
      return (
        <ChooseAccount
          choices={step.choices}
          onScheme={(scheme) => read(step.namespace, scheme, [])}
          onMore={(scheme) => read(step.namespace, scheme, step.choices)}
          onChoose={connect}
        />
      )
  }
}

/** One question to the device at a time. */
function useAttempts() {
  const [step, setStep] = useState<Step>({ name: 'start' })
  const running = useRef<AbortController>(undefined)
  /** Ends when the device is free again, which may be after its question was called off. */
  const busy = useRef<Promise<unknown>>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function attempt(
    own: Step,
    again: () => void,
    run: (signal: AbortSignal) => Promise<Step | undefined>,
  ) {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setStep(own)
    try {
      await busy.current
      if (controller.signal.aborted) return
      const work = run(controller.signal)
      busy.current = work.catch(() => {})
      const next = await work
      if (next && !controller.signal.aborted) setStep(next)
    } catch (cause) {
      if (!controller.signal.aborted) setStep({ name: 'failed', error: kernelErrorFrom(cause), again })
    }
  }

  /** Shows `before` again. An answer of the device that comes later is thrown away. */
  function callOff(before: Step): void {
    running.current?.abort()
    setStep(before)
  }
  return { step, attempt, callOff }
}

/** Where connecting stands. What runs is called off when the view goes. */
function useConnecting(params: Params) {
  const ledger = useService(Ledger)
  const navigation = useService(Navigation)
  const session = useService(Session)
  const connectors = useContributions(Connector)
  const { step, attempt, callOff } = useAttempts()

  function read(namespace: NamespaceId, scheme: LedgerScheme, known: readonly LedgerChoice[]): void {
    const before = step.name === 'choose' ? step : ({ name: 'start' } as const)
    const cancel = () => callOff(before)
    void attempt(
      { name: 'reading', namespace, cancel },
      () => read(namespace, scheme, known),
      async (signal) => {
        const found = await ledger.readAccounts({ namespace, scheme, from: known.length, signal })
        return { name: 'choose', namespace, choices: [...known, ...found] }
      },
    )
  }

  function connect(choice: LedgerChoice): void {
    void attempt(
      { name: 'connecting' },
      () => connect(choice),
      async (signal) => {
        ledger.choose(choice)
        await session.connect({ connectorId: params.connectorId, namespaces: [choice.namespace], signal })
        // Something that must follow, such as signing in, may have taken the place of this view already.
        if (navigation.state.entries.at(-1)?.params === params) navigation.close()
        return undefined
      },
    )
  }

  const own = connectors.find(({ id }) => id === params.connectorId)?.namespaces ?? []
  const offered = own.filter((id) => params.namespaces?.includes(id) ?? true)
  return { step, offered, read, connect }
}

interface StartProps {
  readonly offered: readonly NamespaceId[]
  onChoose(namespace: NamespaceId): void
}

/** The browser asks for the device within the press only, so that there is always one. */
function Start({ offered, onChoose }: StartProps) {
  const messages = useMessages(ledgerMessages)
  const [only] = offered
  const app = (namespace: NamespaceId) => ledgerChains[namespace]?.app ?? ''
  const isOne = offered.length === 1 && only !== undefined
  return (
    <WaitingScreen
      testId="lk-ledger-start"
      picture={picture}
      state="idle"
      title={isOne ? messages.start : messages.chooseChain}
      text={isOne ? messages.startText({ app: app(only) }) : messages.chooseChainText}
      actions={offered.map((namespace, index) => (
        <Button
          key={namespace}
          fullWidth
          variant={index === 0 ? 'primary' : 'secondary'}
          data-testid={`lk-ledger-${namespace}`}
          onClick={() => onChoose(namespace)}
        >
          {isOne ? messages.connect : messages.withApp({ app: app(namespace) })}
        </Button>
      ))}
    />
  )
}

interface FailedProps {
  readonly error: BaseError
  onRetry(): void
}

function Failed({ error, onRetry }: FailedProps) {
  const messages = useMessages(ledgerMessages)
  const say = useWords()
  const navigation = useService(Navigation)
  const isDeclined = isUserRejection(error)
  return (
    <WaitingScreen
      testId="lk-ledger-failed"
      picture={picture}
      state={isDeclined ? 'declined' : 'error'}
      title={isDeclined ? messages.declined : messages.failed}
      text={isDeclined ? messages.declinedText : say(errorWords(error))}
      error={isDeclined ? undefined : error}
      actions={
        <>
          <Button fullWidth icon={<RefreshIcon />} data-testid="lk-ledger-retry" onClick={onRetry}>
            {messages.tryAgain}
          </Button>
          <Button variant="secondary" fullWidth onClick={() => navigation.back()}>
            {messages.anotherWay}
          </Button>
        </>
      }
    />
  )
}
