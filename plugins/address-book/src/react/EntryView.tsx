import { type BaseError, errorWords, type NamespaceId, type RouteParams } from '@latchkey/kernel/plugin'
import { kernelErrorFrom, Navigation, Wallets } from '@latchkey/kernel/wallet'
import {
  ActionBar,
  AddressText,
  Banner,
  Button,
  Checkbox,
  CopyButton,
  DetailList,
  Form,
  safeText,
  TextField,
  useMessages,
  useService,
  useSnapshot,
  useWords,
} from '@latchkey/ui-react'
import { useState } from 'react'
import { AddressBook, type AddressBookService, type SavedAddress } from '../AddressBookService.js'
import type { AddressBookEntryRoute } from '../routes.js'
import { plainAddress } from '../plainAddress.js'
import { addressBookMessages } from './messages.js'

interface EntryViewProps {
  readonly params: RouteParams<typeof AddressBookEntryRoute>
}

/** Names an address, changes its name, or forgets it. */
export default function EntryView({ params }: EntryViewProps) {
  const messages = useMessages(addressBookMessages)
  const say = useWords()
  const navigation = useService(Navigation)
  const service = useService(AddressBook)
  const entry = useEntry(params)
  const { who, saved } = entry
  const [typedName, setName] = useState<string>()
  const [error, setError] = useState<BaseError>()
  const [isRemoving, setRemoving] = useState(false)
  // Of the address that was compared: another one has to be compared anew.
  const [compared, setCompared] = useState<string>()
  const twin = who && !saved ? service.findLookalike(who) : undefined
  const isStopped = !who || (twin !== undefined && compared !== who.address)
  const name = typedName ?? saved?.name ?? ''

  function save(): void {
    if (!who || isStopped) return
    try {
      service.save({ ...who, name })
      navigation.back()
    } catch (cause) {
      setError(kernelErrorFrom(cause))
    }
  }

  return (
    <Form onSubmit={save} testId="address-book-entry">
      {entry.isGiven && who ? <Whole who={who} /> : <AddressField entry={entry} />}
      {twin && who ? (
        <Lookalike
          who={who}
          twin={twin}
          isCompared={compared === who.address}
          onCompared={(isChecked) => setCompared(isChecked ? who.address : undefined)}
        />
      ) : null}
      <TextField
        label={messages.name}
        hint={messages.nameHint}
        value={name}
        error={error && safeText(say(errorWords(error)), 300)}
        autoComplete="off"
        dir="auto"
        maxLength={80}
        data-testid="address-book-name"
        onChange={(event) => {
          setName(event.target.value)
          setError(undefined)
        }}
      />
      <ActionBar>
        {isRemoving ? null : (
          <Button
            type="submit"
            fullWidth
            disabled={isStopped || name.trim() === ''}
            data-testid="address-book-save"
          >
            {messages.save}
          </Button>
        )}
        {who && saved && entry.isGiven ? (
          <Remove who={who} name={saved.name} isAsking={isRemoving} onAsk={setRemoving} />
        ) : null}
      </ActionBar>
    </Form>
  )
}

interface LookalikeProps {
  readonly who: SavedAddress
  readonly twin: NonNullable<ReturnType<AddressBookService['findLookalike']>>
  readonly isCompared: boolean
  onCompared(isChecked: boolean): void
}

/** Both addresses, every character of them: the field shows the beginning alone. */
function Lookalike({ who, twin, isCompared, onCompared }: LookalikeProps) {
  const messages = useMessages(addressBookMessages)
  const name = twin.name === undefined ? undefined : safeText(twin.name, 40)
  const details = [
    { label: messages.thisAddress, stacked: true, value: <AddressText address={who.address} full /> },
    { label: name ?? messages.ownAccount, stacked: true, value: <AddressText address={twin.address} full /> },
  ]
  return (
    <>
      <Banner tone="danger" announce="status">
        {name === undefined ? messages.looksLikeOwn : messages.looksLikeNamed({ name })}
      </Banner>
      <DetailList details={details} />
      <Checkbox
        checked={isCompared}
        onChange={onCompared}
        label={messages.compared}
        data-testid="address-book-compared"
      />
    </>
  )
}

interface Entry {
  /** Nobody types the address. */
  readonly isGiven: boolean
  readonly text: string
  setText(text: string): void
  /** `undefined` while what is typed is no address. */
  readonly who: SavedAddress | undefined
  /** What the address is called already. */
  readonly saved: { readonly name: string } | undefined
}

function useEntry(given: SavedAddress | undefined): Entry {
  const service = useService(AddressBook)
  const wallets = useService(Wallets)
  const { entries } = useSnapshot(service.state)
  const [text, setText] = useState('')
  const typed = plainAddress(text)
  const namespace = given?.namespace ?? service.namespaceOf(typed)
  const who = given ?? (namespace === undefined ? undefined : { namespace, address: typed })
  const isSame = who && wallets.namespace(who.namespace)?.isSameAddress
  const saved =
    who &&
    entries.find(
      (one) =>
        one.namespace === who.namespace &&
        (one.address === who.address || isSame?.(one.address, who.address) === true),
    )
  return { isGiven: given !== undefined, text, setText, who, saved }
}

/** The address that is named, whole. */
function Whole({ who: { namespace, address } }: { readonly who: SavedAddress }) {
  const messages = useMessages(addressBookMessages)
  const label = useNamespaceLabel(namespace)
  return (
    <DetailList
      details={[
        {
          label: messages.address,
          stacked: true,
          value: <AddressText address={address} full />,
          action: <CopyButton value={address} label={messages.copyAddress} />,
        },
        ...(label === '' ? [] : [{ label: messages.kind, value: label }]),
      ]}
    />
  )
}

function AddressField({ entry: { text, setText, who, saved } }: { readonly entry: Entry }) {
  const messages = useMessages(addressBookMessages)
  const label = useNamespaceLabel(who?.namespace)
  return (
    <>
      <TextField
        label={messages.address}
        hint={label || messages.addressHint}
        value={text}
        error={text.trim() !== '' && !who ? messages.notAnAddress : undefined}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        maxLength={200}
        data-testid="address-book-address"
        onChange={(event) => setText(event.target.value)}
      />
      {saved ? (
        <p className="lk-hint" role="status">
          {messages.alreadySaved({ name: safeText(saved.name, 40) })}
        </p>
      ) : null}
    </>
  )
}

function useNamespaceLabel(id: NamespaceId | undefined): string {
  const say = useWords()
  const wallets = useService(Wallets)
  const found = id === undefined ? undefined : wallets.namespace(id)
  return found ? safeText(say(found.label), 40) : ''
}

interface RemoveProps {
  readonly who: SavedAddress
  readonly name: string
  readonly isAsking: boolean
  onAsk(isAsking: boolean): void
}

/** Asks once more, because a name can't be brought back. */
function Remove({ who, name, isAsking, onAsk }: RemoveProps) {
  const messages = useMessages(addressBookMessages)
  const navigation = useService(Navigation)
  const service = useService(AddressBook)
  if (!isAsking) {
    return (
      <Button variant="secondary" fullWidth data-testid="address-book-remove" onClick={() => onAsk(true)}>
        {messages.remove}
      </Button>
    )
  }
  const remove = () => {
    service.remove(who)
    navigation.back()
  }
  return (
    <>
      <Banner tone="warning" announce="status">
        {messages.removeQuestion({ name: safeText(name, 40) })}
      </Banner>
      <Button variant="danger" fullWidth data-testid="address-book-remove-confirm" onClick={remove}>
        {messages.remove}
      </Button>
      <Button variant="secondary" fullWidth data-testid="address-book-keep" onClick={() => onAsk(false)}>
        {messages.keep}
      </Button>
    </>
  )
}
