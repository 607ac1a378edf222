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
  const kindWord = useKindWord()
  if (!isOnePerKind(accounts)) return null
  return (
    <fieldset className="lk-account-kinds" aria-label={messages.accountKinds}>
      {accounts.map((candidate) => (
        <Chip
          key={candidate.id}
          selected={candidate.id === account.id}
          data-testid={`lk-account-kind-${candidate.kind}`}
          onClick={() => onChoose(candidate.id)}
        >
          {kindWord(candidate.kind)}
        </Chip>
      ))}
    </fieldset>
  )
}

/** Names a kind of account. */
export function useKindWord(): (kind: AccountKind) => string {
  const { payment, ordinals, eoa, smartAccount } = useMessages(section)
  const words: Readonly<Partial<Record<AccountKind, string>>> = { payment, ordinals, eoa, smartAccount }
  return (kind) => words[kind] ?? plainText(kind)
}

/** Whether kinds tell the accounts apart. */
export function isOnePerKind(accounts: readonly Account[]): boolean {
  return accounts.length > 1 && new Set(accounts.map(({ kind }) => kind)).size === accounts.length
}
