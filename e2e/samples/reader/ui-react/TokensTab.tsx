import type { Account } from '@latchkey/kernel'

export default function TokensTab({ account }: { readonly account: Account }) {
  return <p>{account.address}</p>
}
