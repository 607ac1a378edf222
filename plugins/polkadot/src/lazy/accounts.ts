import { plainText, type Account, accountId } from '@latchkey/kernel/plugin'
import { invalidAnswer, encodeHex, describeAnswer } from '@latchkey/kernel/chain'
import { accountKey } from '../address.js'
import type { PolkadotNetwork } from '../networks.js'
import type { InjectedAccount } from '../provider.js'
import { encodeSs58 } from '../ss58.js'

/** A wallet with more accounts than a person can have is not shown all of them. */
const accountLimit = 1_000
/** Kinds whose 32 bytes are the public key itself. Those of ecdsa accounts are a hash of it. */
const plainKeyTypes: readonly unknown[] = ['sr25519', 'ed25519']

/** An account of the wallet, in no network's form yet. */
export interface WalletAccount {
  readonly key: Uint8Array
  readonly label: string
  readonly type: string | undefined
  /** Set when the account is for one chain only. */
  readonly genesisHash: string | undefined
}

/**
 * Reads the list a wallet gives. Ethereum accounts are left out: ordinary chains of this namespace cannot use them.
 *
 * @throws ConnectorError `WALLET_ANSWER_INVALID` when it is no list, or names an account that cannot be one.
 */
export function readAccounts(wallet: string, method: string, value: unknown): readonly WalletAccount[] {
  if (!Array.isArray(value)) throw invalidAnswer(wallet, method, `accounts: ${describeAnswer(value)}`)
  const accounts: WalletAccount[] = []
  for (const entry of value.slice(0, accountLimit) as readonly (InjectedAccount | null)[]) {
    const { address, name, type, genesisHash } = entry ?? {}
    if (type === 'ethereum' || (typeof address === 'string' && /^0x[0-9a-f]{40}$/i.test(address))) continue
    const key = accountKey(address)
    if (!key) throw invalidAnswer(wallet, method, `account: ${describeAnswer(address)}`)
    accounts.push({
      key,
      label: plainText(name),
      type: typeof type === 'string' ? type : undefined,
      genesisHash: typeof genesisHash === 'string' && genesisHash !== '' ? genesisHash : undefined,
    })
  }
  return accounts
}

/** The accounts that can be used on a network, once each, with addresses in its own form. */
export function accountsOn(network: PolkadotNetwork, all: readonly WalletAccount[]): readonly Account[] {
  const accounts = new Map<string, Account>()
  for (const { key, label, type, genesisHash } of all) {
    if (genesisHash !== undefined && genesisHash.toLowerCase() !== network.genesisHash) continue
    const address = encodeSs58(key, network.ss58Prefix)
    if (accounts.has(address)) continue
    accounts.set(address, {
      id: accountId(network.id, address),
      namespace: 'polkadot',
      address,
      kind: 'eoa',
      ...(label ? { label } : {}),
      ...(plainKeyTypes.includes(type) ? { publicKey: encodeHex(key) } : {}),
    })
  }
  return [...accounts.values()]
}
