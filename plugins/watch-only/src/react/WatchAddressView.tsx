import { Navigation, Wallets } from '@latchkey/kernel/wallet'
import type { NamespaceId, RouteParams } from '@latchkey/kernel/plugin'
import {
  AddressText,
  Avatar,
  Button,
  EyeIcon,
  Form,
  ListRow,
  type RouteViewProps,
  TextField,
  useErrorText,
  useMessages,
  useRemembered,
  useService,
  useWords,
} from '@latchkey/ui-react'
import { useEffect, useRef, useState } from 'react'
import { type WatchedAccount, WatchOnly } from '../WatchOnlyService.js'
import type { WatchAddressRoute } from '../watchAddressRoute.js'
import { watchOnlyMessages } from './watchOnlyMessages.js'

/** Takes an address or a name, and watches the account it stands for. */
export default function WatchAddressView({ params }: RouteViewProps<RouteParams<typeof WatchAddressRoute>>) {
  const messages = useMessages(watchOnlyMessages)
  const [text, setText] = useRemembered('address', '')
  const { isBusy, error, choices, find, watch, reset } = useWatching(params.namespaces)
  const named = useNamed(text)
  return (
    <Form testId="lk-watch-form" onSubmit={() => find(text)}>
      <TextField
        label={messages.address}
        placeholder={messages.placeholder}
        hint={
          named.length === 0 ? (
            messages.hint
          ) : (
            <span role="status" data-testid="lk-watch-named">
              {messages.resolvesTo}{' '}
              {named.map((address) => (
                <AddressText key={address} address={address} />
              ))}
            </span>
          )
        }
        value={text}
        readOnly={isBusy}
        error={error}
        leading={<EyeIcon />}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        maxLength={300}
        data-testid="lk-watch-address"
        data-autofocus=""
        onChange={(event) => {
          setText(event.target.value)
          reset()
        }}
      />
      {choices.length > 0 ? <Choices choices={choices} onChoose={watch} /> : null}
      {choices.length > 0 ? null : (
        <Button
          type="submit"
          fullWidth
          loading={isBusy}
          disabled={text.trim() === ''}
          data-testid="lk-watch-submit"
        >
          {messages.watch}
        </Button>
      )}
    </Form>
  )
}

/** How long nothing is typed before a name is looked up, milliseconds: half a word is nobody's name. */
const typingTime = 400

/** The addresses that a name stands for, while it is typed. An address has no need of it. */
function useNamed(text: string): readonly string[] {
  const service = useService(WatchOnly)
  const [found, setFound] = useState<{ readonly text: string; readonly addresses: readonly string[] }>()
  const name = text.trim()
  useEffect(() => {
    if (!name.includes('.')) return
    const over = new AbortController()
    const timer = setTimeout(() => {
      service.find(name, over.signal).then(
        (accounts) => {
          if (over.signal.aborted) return
          const addresses = new Set(accounts.map(({ address }) => address))
          setFound({ text: name, addresses: [...addresses].filter((address) => address !== name) })
        },
        // The press says what is wrong; nothing is wrong with what isn't typed to its end.
        () => undefined,
      )
    }, typingTime)
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [service, name])
  return found?.text === name ? found.addresses : []
}

interface ChoicesProps {
  readonly choices: readonly WatchedAccount[]
  onChoose(account: WatchedAccount): void
}

function Choices({ choices, onChoose }: ChoicesProps) {
  const messages = useMessages(watchOnlyMessages)
  const wallets = useService(Wallets)
  const say = useWords()
  return (
    <section className="lk-section" aria-label={messages.choose}>
      <p className="lk-hint" role="status">
        {messages.choose}
      </p>
      <div className="lk-list">
        {choices.map((account) => (
          <ListRow
            key={`${account.namespace}:${account.address}`}
            leading={<Avatar address={account.address} />}
            title={<AddressText address={account.address} />}
            subtitle={say(wallets.namespace(account.namespace)?.label ?? account.namespace)}
            chevron
            testId={`lk-watch-choice-${account.namespace}`}
            onClick={() => onChoose(account)}
          />
        ))}
      </div>
    </section>
  )
}

/** Finds what was typed and connects it. What is still under way when the view is left does not count. */
function useWatching(namespaces: readonly NamespaceId[] | undefined) {
  const service = useService(WatchOnly)
  const navigation = useService(Navigation)
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [choices, setChoices] = useState<readonly WatchedAccount[]>([])
  const running = useRef<AbortController>(undefined)
  const shown = () => navigation.state.entries.at(-1)?.name
  const [own] = useState(shown)
  useEffect(() => () => running.current?.abort(), [])

  async function run(action: (signal: AbortSignal) => Promise<void>): Promise<void> {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setBusy(true)
    setError(undefined)
    try {
      await action(controller.signal)
    } catch (cause) {
      if (!controller.signal.aborted) setError(cause)
    } finally {
      if (running.current === controller) setBusy(false)
    }
  }

  async function connect(account: WatchedAccount): Promise<void> {
    await service.watch(account)
    // Something that must follow may have taken the place of this view already.
    if (shown() === own) navigation.close()
  }

  return {
    isBusy,
    choices,
    error: error === undefined ? undefined : errorText(error),
    watch: (account: WatchedAccount) => void run(() => connect(account)),
    find: (text: string) =>
      void run(async (signal) => {
        const all = await service.find(text, signal)
        if (signal.aborted) return
        const fitting = all.filter(({ namespace }) => namespaces?.includes(namespace) ?? true)
        const found = fitting.length > 0 ? fitting : all
        const [only] = found
        if (only && found.length === 1) await connect(only)
        else setChoices(found)
      }),
    reset() {
      running.current?.abort()
      setBusy(false)
      setError(undefined)
      setChoices([])
    },
  }
}
