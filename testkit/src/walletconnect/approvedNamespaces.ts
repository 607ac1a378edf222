import type { ProposalTypes, SessionTypes } from '@walletconnect/types'
import { buildApprovedNamespaces } from '@walletconnect/utils'
import type { Signer } from './signers/signer.js'
import { WalletError } from './walletError.js'
import type { PartialApproval } from './walletPolicy.js'

/** Which key of each namespace is shown to dapps, as an index; missing means the first. */
export type SelectedAccounts = Readonly<Record<string, number>>

/** Every address on every chain of one signer, as CAIP-10, narrowed to the account shown to dapps. */
export function accountsOf(signer: Signer, chains: readonly string[], selected: SelectedAccounts): string[] {
  const index = selected[signer.namespace]
  return chains.flatMap((chain) => {
    const addresses = signer.addresses(chain)
    const shown = index === undefined ? defaultAccounts(signer, addresses) : addresses.slice(index, index + 1)
    return shown.map((address) => `${chain}:${address}`)
  })
}

/** Bitcoin shows payment and ordinal address of the first key; every other chain one address. */
function defaultAccounts(signer: Signer, addresses: readonly string[]): readonly string[] {
  return addresses.slice(0, signer.namespace === 'bip122' ? 2 : 1)
}

/**
 * The session namespaces the wallet grants: what the proposal asks, what the signers support and what the
 * user allows, intersected by the client library's own rules.
 *
 * @throws WalletError 5100 when nothing is left or a required part is not allowed
 */
export function approveNamespaces(
  proposal: ProposalTypes.Struct,
  signers: readonly Signer[],
  selected: SelectedAccounts,
  approval: PartialApproval = {},
): SessionTypes.Namespaces {
  const allows = (list: readonly string[] | undefined) => (value: string) => !list || list.includes(value)
  const supportedNamespaces = Object.fromEntries(
    signers
      .filter((signer) => allows(approval.namespaces)(signer.namespace))
      .map((signer) => {
        const chains = signer.chains.filter(allows(approval.chains))
        const methods = signer.methods.filter(allows(approval.methods))
        const events = signer.events.filter(allows(approval.events))
        return [signer.namespace, { chains, methods, events, accounts: accountsOf(signer, chains, selected) }]
      }),
  )
  let granted: SessionTypes.Namespaces
  try {
    granted = buildApprovedNamespaces({ proposal, supportedNamespaces })
  } catch (cause) {
    throw new WalletError(5100, 'The wallet cannot grant what the proposal requires.', { cause })
  }
  const filled = Object.entries(granted).filter(([, { accounts }]) => accounts.length > 0)
  if (filled.length === 0) throw new WalletError(5100, 'The wallet supports none of the proposed networks.')
  return Object.fromEntries(filled)
}
