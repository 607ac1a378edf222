import type { AddressName } from '@latchkey/kernel/contracts'
import { Navigation } from '@latchkey/kernel/wallet'
import {
  ActionBar,
  AddressText,
  Avatar,
  Button,
  EmptyState,
  ListRow,
  PlusIcon,
  SearchField,
  UserIcon,
  useMessages,
  useService,
  useSnapshot,
} from '@latchkey/ui-react'
import { useState } from 'react'
import { AddressBook } from '../AddressBookService.js'
import { AddressBookEntryRoute } from '../routes.js'
import { addressBookMessages } from './messages.js'

/** More than this are searched. */
const mostAtAGlance = 8

/** The addresses that the person named, by name. */
export default function AddressBookView() {
  const messages = useMessages(addressBookMessages)
  const navigation = useService(Navigation)
  const service = useService(AddressBook)
  const { entries } = useSnapshot(service.state)
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLowerCase()
  const found = [...entries]
    .filter(({ name, address }) => [name, address].some((text) => text.toLowerCase().includes(wanted)))
    .sort((left, right) => left.name.localeCompare(right.name, undefined, { numeric: true }))
  return (
    <div className="lk-stack" data-testid="address-book">
      {entries.length > mostAtAGlance ? (
        <SearchField value={query} onChange={setQuery} label={messages.search} testId="address-book-search" />
      ) : null}
      {entries.length === 0 ? (
        <EmptyState icon={<UserIcon size="lg" />} title={messages.none} text={messages.noneText} />
      ) : found.length === 0 ? (
        <p className="lk-hint" role="status">
          {messages.noneFound({ query })}
        </p>
      ) : (
        <ul className="lk-list" aria-label={messages.list}>
          {found.map((entry) => (
            <li className="lk-list-item" key={`${entry.namespace}:${entry.address}`}>
              <Row entry={entry} />
            </li>
          ))}
        </ul>
      )}
      <ActionBar>
        <Button
          fullWidth
          icon={<PlusIcon />}
          data-testid="address-book-add"
          onClick={() => navigation.push(AddressBookEntryRoute, undefined)}
        >
          {messages.add}
        </Button>
      </ActionBar>
    </div>
  )
}

function Row({ entry: { namespace, address, name } }: { readonly entry: AddressName }) {
  const service = useService(AddressBook)
  return (
    <ListRow
      leading={<Avatar address={address} name={name} />}
      title={name}
      subtitle={<AddressText address={address} />}
      chevron
      testId={`address-book-${address}`}
      onClick={() => service.edit({ namespace, address })}
    />
  )
}
