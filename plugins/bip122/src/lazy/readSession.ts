import type { Account, Connection, NetworkId } from '@latchkey/kernel/plugin'
import { invalidAnswer } from '@latchkey/kernel/chain'
import { type BitcoinNetwork, type BitcoinChain, chainOf, familyOf, networkIdOf } from '../networks.js'
import type { WalletState } from './adapters/adapter.js'
import { accountsOn, readAccounts, type ReadAccount } from './readAccounts.js'

/** What a session is, checked. */
export interface SessionFacts {
  readonly accounts: readonly Account[]
  readonly networks: Connection['networks']
  /** Where the accounts can be used, when that is not up to the wallet. */
  readonly approvedNetworks: { readonly bip122: readonly NetworkId[] }
}

const familyChains: Readonly<Record<string, BitcoinChain>> = {
  main: 'mainnet',
  test: 'testnet',
  regtest: 'regtest',
}

/**
 * Works the accounts and networks of a wallet out of what it says. A wallet that tells no network is on one that its
 * addresses have the form of, the host's preferred one of them.
 *
 * @throws ConnectorError `WALLET_ANSWER_INVALID` also when addresses are not of the network that the wallet names.
 */
export function readSession(
  wallet: string,
  { method, accounts: given, networkId: told, served }: WalletState,
  asked: readonly BitcoinNetwork[],
): SessionFacts {
  const read = readAccounts(wallet, method, given)
  const fits = (network: Pick<BitcoinNetwork, 'chain'>) =>
    read.every(({ families }) => families.includes(familyOf(network)))
  const chain = told && chainOf(told)
  // A network that we don't know: its accounts are shown as of there, and Bitcoin is not said.
  if (told && !chain)
    return {
      accounts: accountsOn(told, read),
      networks: { bip122: told },
      approvedNetworks: { bip122: [told] },
    }
  if (chain && !fits({ chain })) throw invalidAnswer(wallet, method, `addresses that are not of ${chain}`)
  const possible = asked.filter(
    (network) => fits(network) && (served === undefined || served.includes(network.id)),
  )
  const approved = chain ? [networkIdOf(chain)] : possible.map(({ id }) => id)
  const current =
    approved[0] ?? served?.find((id) => fits({ chain: chainOf(id) ?? 'mainnet' })) ?? fallback(read)
  if (current === undefined && read.length > 0) {
    throw invalidAnswer(wallet, method, 'addresses of several networks')
  }
  const networkId = current ?? networkIdOf('mainnet')
  return {
    accounts: accountsOn(networkId, read),
    // A wallet without a current network leaves the choice to the app, among those it serves.
    networks: chain || approved.length === 0 ? { bip122: networkId } : {},
    approvedNetworks: { bip122: approved.length > 0 ? approved : [networkId] },
  }
}

/** A network the addresses are of, when the host lists none of them. */
function fallback(read: readonly ReadAccount[]): NetworkId | undefined {
  const family = read[0]?.families.find((candidate) =>
    read.every(({ families }) => families.includes(candidate)),
  )
  const chain = family && familyChains[family]
  return chain && networkIdOf(chain)
}
