import { type NetworkId, plainText } from '@latchkey/kernel/plugin'
import { TokenFacts } from '@latchkey/kernel/contracts'
import type { LedgerReview } from '../../LedgerReview.js'
import type { ProviderOptions } from '../chainCode.js'
import type { PreparedTransaction } from './prepareTransaction.js'
import type { Currency, Facts } from './review/context.js'
import { createReview, type Reviewer } from './review/createReview.js'
import { readDescriptors } from './review/readDescriptors.js'
import { readDomain } from './review/fitsDomain.js'
import type { TypedData } from './typedData.js'

/** The person waits for it: a token that isn't read by then is shown without its name. */
const patience = 5_000

type Options = Pick<
  ProviderOptions,
  'account' | 'clock' | 'log' | 'networks' | 'options' | 'signal' | 'wallets'
>

/** What the page reads out of a call, by the host's descriptors; `undefined` where none fits. */
export async function reviewTransaction(
  options: Options,
  { to, data, value = 0n, chainId }: PreparedTransaction,
): Promise<LedgerReview | undefined> {
  if (!to || !data || !options.options.descriptors) return undefined
  const call = { to: to.toLowerCase(), data, value, chainId, from: options.account.address }
  return review(options, chainId, call.to, (reviewer) => reviewer.readCall(call))
}

/** What the page reads out of structured data, by the host's descriptors; `undefined` where none fits. */
export async function reviewTypedData(options: Options, data: TypedData): Promise<LedgerReview | undefined> {
  if (!options.options.descriptors) return undefined
  const domain = readDomain(data)
  if (!domain) return undefined
  const { address } = options.account
  return review(options, domain.chainId, domain.verifyingContract, (reviewer) =>
    reviewer.readTypedData(data, address),
  )
}

/** A review that fails for whatever reason is left out: the device is asked all the same. */
async function review(
  options: Options,
  chainId: number,
  contract: string,
  read: (reviewer: Reviewer) => Promise<LedgerReview | undefined>,
): Promise<LedgerReview | undefined> {
  const { clock, log, options: own } = options
  const limit = new AbortController()
  const timer = clock.setTimeout(() => limit.abort(), patience)
  const over = new Promise<undefined>((resolve) => {
    limit.signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  try {
    const given: unknown =
      typeof own.descriptors === 'function'
        ? await Promise.race([own.descriptors(chainId, contract), over])
        : own.descriptors
    const descriptors = readDescriptors(given, (name, error) =>
      log.warn(`The descriptor ${name} of ledger() can’t be used.`, error),
    )
    return await read(createReview(descriptors, createFacts(options, limit.signal, over), log))
  } catch (error) {
    log.warn('The descriptors of ledger() can’t be read; what is to be signed isn’t explained.', error)
    return undefined
  } finally {
    clock.clearTimeout(timer)
    limit.abort()
  }
}

function createFacts(
  { account, log, networks, signal, wallets }: Options,
  limit: AbortSignal,
  over: Promise<undefined>,
): Facts {
  const idOf = (chainId: number): NetworkId => `eip155:${chainId}`
  const networkOf = (chainId: number) => networks.all.find(({ id }) => id === idOf(chainId))
  async function read(networkId: NetworkId, token: string): Promise<Currency | undefined> {
    const facts = networks.all.some(({ id }) => id === networkId) && wallets.chain(networkId, TokenFacts)
    if (!facts) return undefined
    const request = { networkId, token, address: account.address, signal: AbortSignal.any([signal, limit]) }
    try {
      const { symbol, decimals } = await facts.read(request)
      const shown = plainText(symbol, 24)
      const isUsable = shown !== '' && Number.isInteger(decimals) && decimals >= 0 && decimals <= 77
      return isUsable ? { symbol: shown, decimals } : undefined
    } catch (error) {
      log.warn(`The token ${token} in what is to be signed couldn’t be read.`, error)
      return undefined
    }
  }
  const known = new Map<string, Promise<Currency | undefined>>()
  return {
    networkOf: (chainId) => ({ id: idOf(chainId), name: networkOf(chainId)?.name }),
    currencyOf(chainId) {
      const currency = networkOf(chainId)?.nativeCurrency
      return currency && { symbol: currency.symbol, decimals: currency.decimals }
    },
    tokenOf(chainId, address) {
      const key = `${chainId}/${address.toLowerCase()}`
      const found = known.get(key) ?? Promise.race([read(idOf(chainId), address), over])
      known.set(key, found)
      return found
    },
  }
}
