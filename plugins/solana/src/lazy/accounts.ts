import { plainText, type Account, type NetworkId } from '@latchkey/kernel/plugin'
import { accountId } from '@latchkey/kernel/contracts'
import { copyList, invalidAnswer, describeAnswer } from '@latchkey/kernel/chain'
import type { WalletAccount } from '@wallet-standard/base'
import { addressBytes } from '../address.js'
import type { SolanaNetwork } from '../networks.js'

/** A wallet with more accounts than a person can have is not shown all of them. */
export const accountLimit = 1_000
/** No account serves a hundred chains or features; a list that is longer is not walked. */
export const chainLimit = 100

/**
 * Reads the accounts a wallet gives, for the networks that are asked for.
 *
 * @throws ConnectorError `WALLET_ANSWER_INVALID` when the list is none, or names an account that cannot be one: signing
 *   for an account whose key does not fit its address would be signing for somebody else.
 */
export function readAccounts(
  wallet: string,
  method: string,
  value: unknown,
  networks: readonly SolanaNetwork[],
): readonly Account[] {
  if (!Array.isArray(value)) throw invalidAnswer(wallet, method, `accounts: ${describeAnswer(value)}`)
  const accounts = new Map<string, Account>()
  for (const entry of value.slice(0, accountLimit) as readonly WalletAccount[]) {
    const chains = copyList(entry?.chains, chainLimit)
    if (!chains) throw invalidAnswer(wallet, method, `account: ${describeAnswer(entry)}`)
    // A wallet that spans chains lists all its accounts; those of other chains are not ours to judge.
    if (!chains.some((chain) => typeof chain === 'string' && chain.startsWith('solana:'))) continue
    const { address, publicKey, label } = entry
    if (!isKeyOf(address, publicKey))
      throw invalidAnswer(wallet, method, `account: ${describeAnswer(address)}`)
    const network = networks.find((candidate) => chains.includes(candidate.walletStandardChain))
    if (!network || accounts.has(address)) continue
    const shown = plainText(label)
    accounts.set(address, {
      id: accountId(network.id, address),
      namespace: 'solana',
      address,
      kind: 'eoa',
      ...(shown ? { label: shown } : {}),
      publicKey: Array.from(publicKey, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    })
  }
  return [...accounts.values()]
}

/** Which of the networks a wallet says it can serve. */
export function servedNetworks(
  chains: unknown,
  networks: readonly SolanaNetwork[],
): readonly SolanaNetwork[] {
  const served = copyList(chains, chainLimit) ?? []
  return networks.filter((network) => served.includes(network.walletStandardChain))
}

export const idsOf = (networks: readonly SolanaNetwork[]): readonly NetworkId[] =>
  networks.map((network) => network.id)

function isKeyOf(address: unknown, publicKey: unknown): boolean {
  const bytes = addressBytes(address)
  if (!bytes || !ArrayBuffer.isView(publicKey)) return false
  const key = publicKey as Uint8Array
  return key.length === bytes.length && bytes.every((byte, index) => byte === key[index])
}
