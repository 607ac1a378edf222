import { Balance, type Holding, type TokenReference } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'
import type { ReadBill } from '../bill/readBill.js'
import type { PaymentWay, PayTarget } from '../Payer.js'
import { PaymentSwap } from '../PaymentSwap.js'
import { payError } from './payErrors.js'
import type { PayerTools } from './PayerTools.js'

/** What an account holds on a network: as the provider of holdings says, or the coin and what the chain itself lists. */
export async function readHoldings(
  tools: PayerTools,
  networkId: NetworkId,
  address: string,
  fresh = false,
): Promise<readonly Holding[]> {
  const answer = await tools.holdings?.read({ networkId, address, ...(fresh ? { fresh } : {}) })
  if (answer) return answer.holdings.filter((holding) => holding.networkId === networkId)
  const reader = tools.wallets.chain(networkId, Balance)
  const coin = await reader?.native({ networkId, address })
  const tokens = reader?.listsTokens ? await reader.tokens?.({ networkId, address }) : undefined
  const name = tools.networks.find(networkId)?.nativeCurrency.name
  return [
    ...(coin ? [{ networkId, name: name ?? coin.symbol, amount: coin }] : []),
    ...(tokens ?? []).map(({ token, ...amount }) => ({
      networkId,
      address: token.address,
      name: token.name ?? amount.symbol,
      amount,
    })),
  ]
}

/**
 * What the bill can be paid with: what it asks for first, then what can be swapped for it.
 *
 * @throws BaseError `PAY_DECIMALS_OTHER`
 */
async function readWays(
  tools: PayerTools,
  read: ReadBill,
  target: PayTarget,
  fresh: boolean,
): Promise<readonly PaymentWay[]> {
  const { networkId, address, namespace } = target
  const held = await readHoldings(tools, networkId, address, fresh)
  const rule = tools.wallets.namespace(namespace)?.isSameAddress ?? Object.is
  const isAsked = (holding: Holding) =>
    read.token === undefined
      ? holding.address === undefined
      : holding.address !== undefined && rule(holding.address, read.token)
  const own = held.find(isAsked) ?? (await readToken(tools, read, target))
  const { bill } = read
  const { asset: pays, symbol: paysSymbol } = bill
  const shared = { pays, paysSymbol, networkId, networkName: target.networkName }
  if (own && own.amount.decimals !== bill.decimals) throw payError('PAY_DECIMALS_OTHER')
  const asset: PaymentWay = {
    kind: 'asset',
    ...shared,
    address: read.token,
    name: own?.name ?? bill.symbol,
    icon: own?.icon,
    balance: own?.amount && { ...own.amount },
    isEnough: own === undefined || (own.amount.moved ?? own.amount.value) >= read.units,
  }
  const canSwap = tools.context
    .list(PaymentSwap)
    .some((source) => source.namespace === namespace && source.supports(networkId))
  const others = canSwap ? held.filter((holding) => !isAsked(holding) && holding.amount.value > 0n) : []
  return [asset, ...others.map((holding) => ({ ...shared, ...swapWay(holding) }))]
}

const swapWay = ({ address, name, icon, amount }: Holding) => ({
  kind: 'swap' as const,
  address,
  name,
  icon,
  balance: { ...amount },
  isEnough: true,
})

/**
 * What can pay a bill with alternatives, on each of its networks where the person has an account. A network that can't be read
 * doesn't hide the others. `fresh` asks past what was read a moment ago.
 *
 * @throws what `readWays` throws, when nothing can be read.
 */
export async function readAllWays(
  tools: PayerTools,
  reads: readonly { readonly read: ReadBill; readonly target: PayTarget }[],
  fresh = false,
): Promise<readonly PaymentWay[]> {
  const answers = await Promise.allSettled(
    reads.map(({ read, target }) => readWays(tools, read, target, fresh)),
  )
  const lists = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (failed && lists.length === 0) throw failed.reason
  if (failed) tools.log.warn('What one network holds could not be read.', failed.reason)
  const all = lists.flat()
  return [...all.filter(({ kind }) => kind === 'asset'), ...all.filter(({ kind }) => kind === 'swap')]
}

/** The balance of a token that nobody lists: asked of the token itself. */
async function readToken(
  tools: PayerTools,
  { token, bill }: ReadBill,
  { networkId, address }: PayTarget,
): Promise<Holding | undefined> {
  if (token === undefined) return undefined
  const reference: TokenReference = { address: token, decimals: bill.decimals, symbol: bill.symbol }
  const reader = tools.wallets.chain(networkId, Balance)
  const [found] = (await reader?.tokens?.({ networkId, address, tokens: [reference] })) ?? []
  if (!found) return undefined
  const { token: _token, ...amount } = found
  return { networkId, address: token, name: amount.symbol, amount }
}
