import { plainText, type Account, type Network, type NetworkId } from '@latchkey/kernel/plugin'
import type { AccountKind, AccountId } from '@latchkey/kernel/contracts'
import { Chip } from '../components/Chip.js'
import { account as section } from '../messages/en/account.js'
import { useMessages } from '../messages/useMessages.js'
import { safeText } from '../utils/safeText.js'

export interface AccountKindsProps {
  readonly account: Account
  readonly accounts: readonly Account[]
  readonly network: Network | undefined
  readonly networkId: NetworkId | undefined
  onChoose(accountId: AccountId): void
}

/**
 * One switch for wallets that bring one account of each kind, such as payment and ordinals on Bitcoin. Kinds that don't work on the
 * network are left out, except for the one in use: then it says so, and leads to the others.
 */
export function AccountKinds({ account, accounts, network, networkId, onChoose }: AccountKindsProps) {
  const messages = useMessages(section)
  const kindWord = useKindWord()
  const works = (candidate: Account) => worksOn(candidate, networkId)
  const offered = accounts.filter((candidate) => candidate.id === account.id || works(candidate))
  if (!isOnePerKind(accounts) || offered.length < 2) return null
  return (
    <fieldset className="lk-account-kinds" aria-label={messages.accountKinds}>
      {offered.map((candidate) => (
        <Chip
          key={candidate.id}
          selected={candidate.id === account.id}
          data-testid={`lk-account-kind-${candidate.kind}`}
          onClick={() => onChoose(candidate.id)}
        >
          {kindWord(candidate.kind)}
        </Chip>
      ))}
      {works(account) ? null : (
        <p className="lk-hint" data-testid="lk-account-kind-reason">
          {messages.kindNotHere({ network: safeText(network?.name ?? messages.unsupportedNetwork, 40) })}
        </p>
      )}
    </fieldset>
  )
}

/** Whether an account can be used on the network. What a connector names in another form limits nothing. */
const worksOn = ({ networks }: Account, networkId: NetworkId | undefined): boolean =>
  networkId === undefined || !Array.isArray(networks) || networks.includes(networkId)

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
