import type { Account } from '@latchkey/kernel/plugin'
import { AddressText, DetailList, Stack, useMessages } from '@latchkey/ui-react'
import { bech32 } from '@scure/base'
import type { CosmosNetwork } from '../networks.js'
import { messages } from './messages.js'

export interface AddressesTabProps {
  readonly account: Account
  readonly networks: readonly CosmosNetwork[]
}

/** Shows the account’s address on each of the networks. */
export function AddressesTab({ account, networks }: AddressesTabProps) {
  const say = useMessages(messages)
  const decoded = bech32.decodeUnsafe(account.address)
  if (!decoded) return null
  return (
    <Stack gap="sm">
      <p>{say.about}</p>
      <DetailList
        label={say.title}
        details={networks.map(({ name, bech32Prefix }) => ({
          label: name,
          value: <AddressText address={bech32.encode(bech32Prefix, decoded.words)} />,
        }))}
      />
    </Stack>
  )
}
