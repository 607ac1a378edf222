import type { NamespaceId } from '@latchkey/kernel/plugin'
import { AddressText, Avatar, ListRow, safeText, useAddressNames, useMessages } from '@latchkey/ui-react'
import type { RecentReceiver } from '../Sender.js'
import { sendMessages } from './messages.js'

/** Saved addresses shown at once: the others are found by their names. */
const mostSaved = 5
const mostRecents = 3

export interface KnownReceiversProps {
  readonly namespace: NamespaceId
  /** What is typed as the receiver: saved addresses with it in their names are shown. */
  readonly typed: string
  readonly recents: readonly RecentReceiver[]
  onChoose(receiver: RecentReceiver): void
}

/** Whom this app sent to before, and whom the person named. */
export function KnownReceivers({ namespace, typed, recents, onChoose }: KnownReceiversProps) {
  const messages = useMessages(sendMessages)
  const { list, nameOf } = useAddressNames()
  const wanted = typed.toLowerCase()
  const recent = recents.slice(0, mostRecents).map(({ address, name }) => ({
    receiver: { address, ...(name === undefined ? {} : { name }) },
    name: nameOf(namespace, address) ?? (name === undefined ? undefined : safeText(name, 40)),
  }))
  const saved = list(namespace)
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, mostSaved)
    .map(({ address, name }) => ({ receiver: { address }, name }))
  return (
    <>
      <Receivers title={messages.recent} testId="send-recent" receivers={recent} onChoose={onChoose} />
      <Receivers title={messages.saved} testId="send-saved" receivers={saved} onChoose={onChoose} />
    </>
  )
}

interface ReceiversProps extends Pick<KnownReceiversProps, 'onChoose'> {
  readonly title: string
  readonly testId: string
  readonly receivers: readonly { readonly receiver: RecentReceiver; readonly name: string | undefined }[]
}

function Receivers({ title, testId, receivers, onChoose }: ReceiversProps) {
  if (receivers.length === 0) return null
  return (
    <section className="lk-section" aria-label={title}>
      <h3 className="lk-section-title">{title}</h3>
      <div className="lk-list">
        {receivers.map(({ receiver, name }) => (
          <ListRow
            key={receiver.address}
            leading={<Avatar address={receiver.address} name={name} />}
            title={name ?? <AddressText address={receiver.address} />}
            subtitle={name === undefined ? undefined : <AddressText address={receiver.address} />}
            testId={testId}
            onClick={() => onChoose(receiver)}
          />
        ))}
      </div>
    </section>
  )
}
