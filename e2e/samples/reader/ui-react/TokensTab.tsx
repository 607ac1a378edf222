import type { Account } from '@latchkey/kernel/plugin'

export default function TokensTab({ account }: { readonly account: Account }) {
  return <p>{account.address}</p>
}
