import * as z from 'zod/mini'
import { isSameAddress } from '../address.js'
import { providerRpcError } from './providerRpcError.js'
import type { AskedCalls } from './readAskedCalls.js'

export type Ask = (method: string, params?: readonly unknown[]) => Promise<unknown>
export type Call = AskedCalls['calls'][number]

const Accounts = z.array(z.string())
const Hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i))

/** A chain id without leading zeros. */
export const hexOf = (chainId: unknown): string => `0x${BigInt(String(chainId)).toString(16)}`

/** @throws ProviderRpcError 4100 for an account that the wallet doesn't share */
export async function requireOwn(ask: Ask, from: string | undefined): Promise<string> {
  const accounts = z.parse(Accounts, await ask('eth_accounts'))
  const account = from === undefined ? accounts[0] : accounts.find((one) => isSameAddress(one, from))
  if (account === undefined)
    throw providerRpcError(4100, 'The wallet doesn’t share this account with the app.')
  return account
}

/**
 * Sends the wallet one of the calls, once it's on the network that the app asked for.
 *
 * @returns the hash of the transaction, or nothing when the wallet answers something else: it may have sent it all the same.
 * @throws ProviderRpcError 4100 or 4901 before the wallet is asked, and what the wallet throws
 */
export async function sendOne(
  ask: Ask,
  { from, chainId }: { readonly from: string; readonly chainId: string },
  { to, data, value }: Call,
): Promise<string | undefined> {
  await requireOwn(ask, from)
  if (hexOf(await ask('eth_chainId')) !== chainId) {
    throw providerRpcError(4901, `The wallet isn’t on the chain ${chainId} any more.`)
  }
  // With the chain in it, so that a switch from here on can't send it on another one.
  const call = {
    from,
    chainId,
    ...(to ? { to } : {}),
    ...(data ? { data } : {}),
    ...(value ? { value } : {}),
  }
  return z.safeParse(Hash, await ask('eth_sendTransaction', [call])).data
}
