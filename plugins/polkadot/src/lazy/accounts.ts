import { plainText, type Account } from '@latchkey/kernel/plugin'
import { accountId } from '@latchkey/kernel/contracts'
import { invalidAnswer, encodeHex, describeAnswer } from '@latchkey/kernel/chain'
import { accountKey } from '../address.js'
import type { PolkadotNetwork } from '../networks.js'
import type { InjectedAccount } from '../provider.js'
import { encodeSs58 } from '../ss58.js'

/** A wallet with more accounts than a person can have is not shown all of them. */
const accountLimit = 1_000
/** Kinds whose 32 bytes are the public key itself. Those of ecdsa accounts are a hash of it. */
const plainKeyTypes: readonly unknown[] = ['sr25519', 'ed25519']
/** What Substrate chains verify. Wallets list accounts of other chains under other names: `bitcoin-84`, `ton`, `cardano`. */
const keyTypes: readonly string[] = ['sr25519', 'ed25519', 'ecdsa']

/** An account of the wallet, in no network's form yet. */
export interface WalletAccount {
  readonly key: Uint8Array
  readonly label: string
  readonly type: string | undefined
  /** Set when the account is for one chain only. */
  readonly genesisHash: string | undefined
}

/**
 * Reads the list a wallet gives. Left out are accounts of other chains, such as Ethereum and Bitcoin, which ordinary chains of this
 * namespace cannot use, and entries that can't be read: they say nothing about the accounts beside them.
 *
 * @throws ConnectorError `WALLET_ANSWER_INVALID` when it is no list, or nothing in it can be read.
 */
export function readAccounts(wallet: string, method: string, value: unknown): readonly WalletAccount[] {
  if (!Array.isArray(value)) throw invalidAnswer(wallet, method, `accounts: ${describeAnswer(value)}`)
  const accounts: WalletAccount[] = []
  let damaged: unknown
  let count = 0
  for (const entry of value.slice(0, accountLimit) as readonly unknown[]) {
    const { address, name, type, genesisHash } = membersOf(entry)
    if (type === 'ethereum' || (typeof address === 'string' && /^0x[0-9a-f]{40}$/i.test(address))) continue
    const key = accountKey(address)
    if (!key) {
      if (typeof type === 'string' && !keyTypes.includes(type)) continue
      if (count === 0) damaged = address
      count += 1
      continue
    }
    accounts.push({
      key,
      label: plainText(name as string | undefined),
      type: typeof type === 'string' ? type : undefined,
      genesisHash: typeof genesisHash === 'string' && genesisHash !== '' ? genesisHash : undefined,
    })
  }
  if (accounts.length === 0 && count > 0) {
    throw invalidAnswer(wallet, method, `account: ${describeAnswer(damaged)}`)
  }
  return accounts
}

/** The members of an entry, each read once. A getter of a wallet that throws has nothing in it. */
function membersOf(entry: unknown): Partial<Record<keyof InjectedAccount, unknown>> {
  try {
    const { address, name, type, genesisHash } = (entry ?? {}) as Partial<InjectedAccount>
    return { address, name, type, genesisHash }
  } catch {
    return {}
  }
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
