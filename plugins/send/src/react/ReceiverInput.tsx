import { errorWords } from '@latchkey/kernel/plugin'
import {
  AddressText,
  Avatar,
  Button,
  ListRow,
  Spinner,
  safeText,
  SwitchNetworkButton,
  TextField,
  useMessages,
  VisuallyHidden,
  useWords,
} from '@latchkey/ui-react'
import { type Ref, useState } from 'react'
import type { RecentReceiver, SendController, SendState } from '../Sender.js'
import { sendMessages } from './messages.js'

export interface ReceiverInputProps {
  readonly state: SendState
  readonly controller: SendController
  readonly disabled: boolean
  readonly error: string | undefined
  readonly elementRef: Ref<HTMLInputElement>
}

/** The receiver: an address, a name that is looked up, or a receiver from before. */
export function ReceiverInput(props: ReceiverInputProps) {
  const { state, controller, disabled, elementRef } = props
  const messages = useMessages(sendMessages)
  const say = useWords()
  const [pasteFailed, setPasteFailed] = useState(false)
  const { draft, receiver, target } = state
  const recents = draft.receiverText === '' ? controller.recents() : []

  async function paste(): Promise<void> {
    try {
      // Not cut: the end of a payment link may say what is to be paid.
      controller.setReceiver((await navigator.clipboard.readText()).trim())
      setPasteFailed(false)
    } catch {
      setPasteFailed(true)
    }
  }

  const error =
    receiver.status === 'failed'
      ? messages.nameFailed
      : receiver.status === 'refused'
        ? safeText(say(errorWords(receiver.error)), 300)
        : pasteFailed && draft.receiverText === ''
          ? messages.pasteFailed
          : props.error
  return (
    <>
      <TextField
        label={messages.receiver}
        placeholder={target?.hasNames ? messages.receiverPlaceholderName : messages.receiverPlaceholder}
        value={draft.receiverText}
        disabled={disabled}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        data-testid="send-receiver"
        elementRef={elementRef}
        error={error}
        aria-invalid={receiver.status === 'invalid' || receiver.status === 'refused' || undefined}
        onChange={(event) => controller.setReceiver(event.target.value)}
        trailing={
          receiver.status === 'resolving' ? (
            <span role="status" data-testid="send-resolving">
              <Spinner />
              <VisuallyHidden>{messages.resolving}</VisuallyHidden>
            </span>
          ) : draft.receiverText === '' ? (
            <Button
              variant="secondary"
              size="sm"
              disabled={disabled}
              data-testid="send-paste"
              onClick={() => void paste()}
            >
              {messages.paste}
            </Button>
          ) : null
        }
      />
      {receiver.status === 'refused' && receiver.networkId !== undefined ? (
        <SwitchNetworkButton
          variant="secondary"
          fullWidth
          networkId={receiver.networkId}
          disabled={disabled}
          testId="send-link-switch"
        />
      ) : null}
      {receiver.status === 'resolved' && receiver.name !== undefined ? (
        <div className="lk-hint" data-inline="" role="status" data-testid="send-resolved">
          <Avatar address={receiver.address} name={receiver.name} src={receiver.avatar} size="sm" />
          {messages.resolvedTo} <AddressText address={receiver.address} />
        </div>
      ) : null}
      {recents.length > 0 && !disabled ? <Recents recents={recents} controller={controller} /> : null}
    </>
  )
}

interface RecentsProps {
  readonly recents: readonly RecentReceiver[]
  readonly controller: SendController
}

function Recents({ recents, controller }: RecentsProps) {
  const messages = useMessages(sendMessages)
  return (
    <section className="lk-section" aria-label={messages.recent}>
      <h3 className="lk-section-title">{messages.recent}</h3>
      <div className="lk-list">
        {recents.slice(0, 3).map((recent) => (
          <ListRow
            key={recent.address}
            leading={<Avatar address={recent.address} name={recent.name} />}
            title={
              recent.name === undefined ? <AddressText address={recent.address} /> : safeText(recent.name, 40)
            }
            subtitle={recent.name === undefined ? undefined : <AddressText address={recent.address} />}
            testId="send-recent"
            onClick={() => controller.chooseRecent(recent)}
          />
        ))}
      </div>
    </section>
  )
}
