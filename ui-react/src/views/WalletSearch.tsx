import { SearchField } from '../components/SearchField.js'
import { connect } from '../messages/en/connect.js'
import { useMessages } from '../messages/useMessages.js'
import { useSearchEvent } from '../useSearchEvent.js'

export interface WalletSearchProps {
  readonly query: string
  onChange(query: string): void
}

/** Searches the wallets by name, and tells what was looked for. Apart from the list, which most people see without it. */
export default function WalletSearch({ query, onChange }: WalletSearchProps) {
  const messages = useMessages(connect)
  useSearchEvent(query)
  return (
    <SearchField value={query} onChange={onChange} label={messages.searchWallets} testId="lk-wallet-search" />
  )
}
