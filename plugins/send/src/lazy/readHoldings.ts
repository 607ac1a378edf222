import { Balance } from '@latchkey/kernel/contracts'
import { balanceUnavailable } from '@latchkey/kernel/wallet'
import type { Holding } from '@latchkey/kernel/contracts'
import type { SendTarget } from '../Sender.js'
import type { SenderTools } from './SenderTools.js'

/**
 * What can be sent: what the provider of holdings tells, or else the coin and what the chain itself lists. The coin is
 * always there.
 *
 * @throws BaseError `BALANCE_UNAVAILABLE`
 */
export async function readHoldings(
  tools: SenderTools,
  target: SendTarget,
  fresh: boolean,
): Promise<readonly Holding[]> {
  const { networkId, address, hasTokens } = target
  const { currency } = tools.state
  const answer = await tools.holdings?.read({ networkId, address, currency, fresh })
  const all = answer?.holdings.filter((holding) => holding.networkId === networkId) ?? []
  const tokens = all.filter(({ address: token, amount }) => token !== undefined && amount.value > 0n)
  const coin = all.find((holding) => holding.address === undefined) ?? (await readCoin(tools, target, fresh))
  if (!hasTokens) return [coin]
  return [coin, ...(answer ? tokens : await listTokens(tools, target))]
}

async function readCoin(tools: SenderTools, target: SendTarget, force: boolean): Promise<Holding> {
  const { networkId, address } = target
  await tools.nativeBalances.refresh(networkId, address, { force })
  const entry = tools.nativeBalances.get(networkId, address)
  if (!entry?.amount) throw entry?.error ?? balanceUnavailable()
  const network = tools.networks.find(networkId)
  const price = await priceOf(tools, target)
  return {
    networkId,
    name: network?.nativeCurrency.name ?? entry.amount.symbol,
    amount: { ...entry.amount },
    ...(network?.icon === undefined ? {} : { icon: network.icon }),
    ...(price === undefined ? {} : { price }),
  }
}

async function listTokens(tools: SenderTools, target: SendTarget): Promise<readonly Holding[]> {
  const { networkId, address } = target
  const reader = tools.wallets.chain(networkId, Balance)
  const tokens = reader?.listsTokens ? await reader.tokens?.({ networkId, address }) : undefined
  return (tokens ?? [])
    .filter(({ decimals }) => decimals > 0)
    .map(({ token, value, decimals, symbol }) => ({
      networkId,
      address: token.address,
      name: token.name ?? symbol,
      amount: { value, decimals, symbol },
      ...(token.icon === undefined ? {} : { icon: token.icon }),
    }))
}

/** Price of the coin, or of a token; undefined when nobody knows one. */
export async function priceOf(
  { prices, state, log }: SenderTools,
  { networkId }: Pick<SendTarget, 'networkId'>,
  address?: string,
): Promise<string | undefined> {
  try {
    const of = address === undefined ? {} : { address }
    return await prices?.read({ networkId, currency: state.currency, ...of })
  } catch (error) {
    log.debug('A price could not be read.', error)
    return undefined
  }
}
