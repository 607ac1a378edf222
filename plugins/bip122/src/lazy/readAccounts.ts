import { plainText, type Account, type NetworkId } from '@latchkey/kernel/plugin'
import { accountId, type AccountKind } from '@latchkey/kernel/contracts'
import { invalidAnswer, describeAnswer, encodeHex } from '@latchkey/kernel/chain'
import { type AddressFamily, type ParsedAddress, parseAddress } from '../address.js'
import type { GivenAccount } from './adapters/adapter.js'
import { readList } from './readList.js'

export interface ReadAccount extends Omit<Account, 'id'> {
  readonly families: readonly AddressFamily[]
}

/**
 * Reads the accounts a wallet gives, payment accounts first.
 *
 * @throws ConnectorError `WALLET_ANSWER_INVALID` when the list is none, or any entry is no address: an account that cannot be
 *   trusted must not be shown beside others that can.
 */
export function readAccounts(wallet: string, method: string, given: unknown): readonly ReadAccount[] {
  const entries = readList<GivenAccount>(wallet, method, given).map((entry) => {
    const parsed = parseAddress(entry?.address)
    if (!parsed) throw invalidAnswer(wallet, method, `address: ${describeAnswer(entry?.address ?? entry)}`)
    return { entry, parsed, publicKey: readPublicKey(entry.publicKey) }
  })
  const onlyTaproot = entries.every(({ parsed }) => parsed.kind === 'p2tr')
  const accounts = new Map<string, ReadAccount>()
  for (const [index, { entry, parsed, publicKey }] of entries.entries()) {
    const kind = kindOf(entry.purpose, parsed, onlyTaproot ? index === 0 : undefined)
    const earlier = accounts.get(parsed.normal)
    // One address for both purposes is where payments are, too.
    if (earlier && (earlier.kind === 'payment' || kind === 'ordinals')) continue
    const label = plainText(entry.label)
    accounts.set(parsed.normal, {
      namespace: 'bip122',
      address: parsed.normal,
      kind,
      families: parsed.families,
      ...(label ? { label } : {}),
      ...(publicKey === undefined ? {} : { publicKey }),
    })
  }
  const all = [...accounts.values()]
  return [...all.filter(isPayment), ...all.filter((account) => !isPayment(account))]
}

const isPayment = ({ kind }: ReadAccount) => kind === 'payment'

/**
 * What the wallet says, else what the address says: taproot beside another kind holds ordinals, and of several taproot
 * addresses the first one is for payments, as the standards order them.
 */
function kindOf(purpose: unknown, { kind }: ParsedAddress, first: boolean | undefined): AccountKind {
  if (purpose === 'payment' || purpose === 'ordinals') return purpose
  if (first !== undefined) return first ? 'payment' : 'ordinals'
  return kind === 'p2tr' ? 'ordinals' : 'payment'
}

/** Bytes of an uncompressed key. */
const longestKey = 65

/**
 * Hex of a compressed, uncompressed or x-only key. `undefined` for what is none: wallets of Wallet Standard must fill the place in,
 * and one that knows no key, such as MetaMask's, gives its address as bytes there.
 */
function readPublicKey(value: unknown): string | undefined {
  const text =
    ArrayBuffer.isView(value) && value.byteLength <= longestKey
      ? encodeHex(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
      : value
  const pattern = /^(?:0[23][0-9a-f]{64}|04[0-9a-f]{128}|[0-9a-f]{64})$/i
  return typeof text === 'string' && pattern.test(text) ? text.toLowerCase() : undefined
}

/** The accounts with their ids on a network. */
export function accountsOn(networkId: NetworkId, accounts: readonly ReadAccount[]): readonly Account[] {
  return accounts.map(({ families: _, ...account }) => ({
    ...account,
    id: accountId(networkId, account.address),
  }))
}
