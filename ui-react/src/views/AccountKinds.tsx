import { plainText, type Account, type AccountKind, type AccountId } from '@latchkey/kernel/plugin'
import { Chip } from '../components/Chip.js'
import { account as section } from '../messages/en/account.js'
import { useMessages } from '../messages/useMessages.js'

export interface AccountKindsProps {
  readonly account: Account
  readonly accounts: readonly Account[]
  onChoose(accountId: AccountId): void
}

/** One switch for wallets that bring one account of each kind, such as payment and ordinals on Bitcoin. */
export function AccountKinds({ account, accounts, onChoose }: AccountKindsProps) {
  const messages = useMessages(section)
  if (!isOnePerKind(accounts)) return null
  const words: Readonly<Partial<Record<AccountKind, string>>> = {
    payment: messages.payment,
    ordinals: messages.ordinals,
    eoa: messages.eoa,
    smartAccount: messages.smartAccount,
  }
  return (
    <fieldset className="lk-account-kinds" aria-label={messages.accountKinds}>
      {accounts.map((candidate) => (
        <Chip
          key={candidate.id}
          selected={candidate.id === account.id}
          data-testid={`lk-account-kind-${candidate.kind}`}
          onClick={() => onChoose(candidate.id)}
        >
          {words[candidate.kind] ?? plainText(candidate.kind)}
        </Chip>
      ))}
    </fieldset>
  )
}

/** Whether kinds tell the accounts apart. */
export function isOnePerKind(accounts: readonly Account[]): boolean {
  return accounts.length > 1 && new Set(accounts.map(({ kind }) => kind)).size === accounts.length
}
