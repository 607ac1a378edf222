import type { Account } from '@latchkey/kernel/plugin'
import { Stack, useAccount, useMessages } from '@latchkey/ui-react'
import { messages } from './messages.js'

/** Shows the name that the wallet gives the account, and the network, in the place of picture and address. */
export default function AccountName({ account }: { readonly account: Account }) {
  const say = useMessages(messages)
  const { network } = useAccount()
  return (
    <Stack gap="sm">
      <strong data-testid="example-account-name">{account.label ?? say.unnamed}</strong>
      {network ? <span>{network.name}</span> : null}
    </Stack>
  )
}
