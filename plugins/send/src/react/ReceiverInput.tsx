import { errorWords } from '@latchkey/kernel/plugin'
import { visibleText } from '@latchkey/kernel/contracts'
import {
  AddressText,
  Avatar,
  Button,
  NamedAddress,
  Spinner,
  safeText,
  SwitchNetworkButton,
  TextField,
  useAddressNames,
  useMessages,
  VisuallyHidden,
  useWords,
} from '@latchkey/ui-react'
import { type Ref, useState } from 'react'
import type { SendController, SendState, SendTarget } from '../Sender.js'
import { KnownReceivers } from './KnownReceivers.js'
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
  const isPlain = receiver.status === 'resolved' && receiver.name === undefined

  async function paste(): Promise<void> {
    try {
      // Not cut: the end of a payment link may say what is to be paid.
      controller.setReceiver((await navigator.clipboard.readText()).trim())
      setPasteFailed(false)
    } catch {
      setPasteFailed(true)
    }
  }

  function problem(): string | undefined {
    if (receiver.status === 'failed' && !receiver.error.code.startsWith('NAME_')) return messages.nameFailed
    if (receiver.status === 'failed' || receiver.status === 'refused') {
      return safeText(say(errorWords(receiver.error)), 300)
    }
    return pasteFailed && draft.receiverText === '' ? messages.pasteFailed : props.error
  }
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
        error={problem()}
        short={isPlain ? <AddressText address={receiver.address} /> : undefined}
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
      <BelowField state={state} controller={controller} disabled={disabled} />
    </>
  )
}

/** What came of what is typed, and who it could be. */
function BelowField({
  state: { draft, receiver, target },
  controller,
  disabled,
}: Pick<ReceiverInputProps, 'state' | 'controller' | 'disabled'>) {
  const messages = useMessages(sendMessages)
  const typed = visibleText(draft.receiverText)
  return (
    <>
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
      {receiver.status === 'resolved' && receiver.name === undefined ? (
        <NameOfReceiver address={receiver.address} target={target} />
      ) : null}
      {disabled || !target || receiver.status === 'resolved' ? null : (
        <KnownReceivers
          namespace={target.namespace}
          typed={typed}
          recents={typed === '' ? controller.recents() : []}
          onChoose={controller.chooseRecent}
        />
      )}
    </>
  )
}

/** What the person calls an address that was typed or chosen. */
function NameOfReceiver({
  address,
  target,
}: {
  readonly address: string
  readonly target: SendTarget | undefined
}) {
  const { nameOf } = useAddressNames()
  if (!target || nameOf(target.namespace, address) === undefined) return null
  return (
    <p className="lk-hint" role="status" data-testid="send-named">
      <NamedAddress network={target.namespace} address={address} />
    </p>
  )
}
