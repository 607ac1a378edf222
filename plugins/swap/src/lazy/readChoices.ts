import { Balance, type Holding, isCoinToken, standingOf } from '@latchkey/kernel/contracts'
import { balanceUnavailable } from '@latchkey/kernel/wallet'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { isSameToken } from '../assess.js'
import type { SwapChoice, SwapTarget } from '../Swapper.js'
import type { SwapToken } from '../SwapSource.js'
import { swapError } from '../swapErrors.js'
import { sourcesFor } from './askSources.js'
import type { SwapperTools } from './SwapperTools.js'

/** More tokens of a source are not looked at. */
const sourceLimit = 500

/**
 * What can be chosen, with what the account holds of it: what sources suggest, then what else the account holds.
 *
 * @param found Tokens that were found by their address, which no source suggests.
 * @throws BaseError `SWAP_SOURCE_FAILED` when no source tells its tokens; `BALANCE_UNAVAILABLE`
 */
export async function readChoices(
  tools: SwapperTools,
  target: SwapTarget,
  { fresh, found }: { readonly fresh: boolean; readonly found: readonly SwapToken[] },
): Promise<readonly SwapChoice[]> {
  const isSameAddress = tools.wallets.namespace(target.namespace)?.isSameAddress ?? Object.is
  const isSame = (one: SwapToken, other: SwapToken) => isSameToken(one, other, isSameAddress)
  const network = tools.networks.find(target.networkId)
  // The token that is the coin itself is the coin, which is listed.
  const all = [...(await readSuggested(tools, target)), ...found].filter(
    (token) => !isCoinToken(token, network),
  )
  const tokens = all.filter((token, index) => all.findIndex((other) => isSame(token, other)) === index)
  const [holdings, coin] = await Promise.all([
    readHoldings(tools, target, fresh),
    readCoin(tools, target, fresh),
  ])
  const held = holdings.flatMap(choiceOfHolding)
  const ofToken = (token: SwapToken) => held.find((choice) => isSame(choice.token, token))
  const others = tokens.filter((token) => token.address !== undefined && !ofToken(token))
  const balances = await readBalances(tools, target, others)
  const native = holdings.find(({ address }) => address === undefined)
  const price = native?.price ?? (await readPrice(tools, target.networkId))
  const listed = tokens.map((token): SwapChoice => {
    const isFound = found.includes(token)
    const isUnknown = isFound && ofToken(token)?.isUnknown !== false
    const known = ofToken(token) ?? { balance: balances[others.indexOf(token)] }
    const own = token.address === undefined ? { balance: coin, price } : known
    return { ...own, token, isSuggested: !isFound, isUnknown }
  })
  return [...listed, ...held.filter((choice) => !tokens.some((token) => isSame(choice.token, token)))]
}

async function readSuggested(
  tools: SwapperTools,
  { networkId, namespace }: SwapTarget,
): Promise<readonly SwapToken[]> {
  const faults: unknown[] = []
  const lists = await Promise.all(
    sourcesFor(tools, namespace, networkId).map(async (source) => {
      try {
        const quotes = await source.load()
        const tokens = await quotes.tokens({ networkId, signal: tools.context.signal })
        return tokens.slice(0, sourceLimit)
      } catch (cause) {
        tools.log.warn(`The tokens of "${source.id}" could not be loaded.`, cause)
        faults.push(cause)
        return []
      }
    }),
  )
  const found = lists.flat()
  if (found.length === 0) throw swapError('SWAP_SOURCE_FAILED', { cause: faults[0] })
  return found
}

/** Without them, balances of the suggested tokens are read from the chain. */
async function readHoldings(
  { holdings, state, log }: SwapperTools,
  { networkId, address }: SwapTarget,
  fresh: boolean,
): Promise<readonly Holding[]> {
  try {
    const answer = await holdings?.read({ networkId, address, currency: state.currency, fresh })
    return (answer?.holdings ?? []).filter((holding) => holding.networkId === networkId)
  } catch (error) {
    log.warn('What the account holds could not be read.', error)
    return []
  }
}

function choiceOfHolding(holding: Holding): readonly SwapChoice[] {
  const { address, amount, name, icon, price } = holding
  if (address === undefined) return []
  const { decimals, symbol } = amount
  const token = { address, decimals, symbol, name, ...(icon === undefined ? {} : { icon }) }
  // Anyone can send an account a token, so that holding one says nothing for it.
  const isUnknown = standingOf(holding, undefined) !== 'vouched'
  return [{ token, balance: amount.value, price, isSuggested: false, isUnknown }]
}

async function readCoin(
  { nativeBalances }: SwapperTools,
  { networkId, address }: SwapTarget,
  force: boolean,
): Promise<bigint> {
  await nativeBalances.refresh(networkId, address, { force })
  const entry = nativeBalances.get(networkId, address)
  if (!entry?.amount) throw entry?.error ?? balanceUnavailable()
  return entry.amount.value
}

async function readPrice(
  { prices, state, log }: SwapperTools,
  networkId: NetworkId,
): Promise<string | undefined> {
  try {
    return await prices?.read({ networkId, currency: state.currency })
  } catch (error) {
    log.debug('A price could not be read.', error)
    return undefined
  }
}

/** Of tokens that nobody lists as held; none where the chain can't be asked. */
export async function readBalances(
  tools: SwapperTools,
  { networkId, address, namespace }: SwapTarget,
  tokens: readonly SwapToken[],
): Promise<readonly (bigint | undefined)[]> {
  const reader = tools.wallets.chain(namespace, Balance)
  if (!reader?.tokens || tokens.length === 0) return []
  const asked = tokens.flatMap((token) =>
    token.address === undefined ? [] : [{ ...token, address: token.address }],
  )
  try {
    const found = await reader.tokens({ networkId, address, tokens: asked })
    return asked.map((token) => {
      return found.find(({ token: { address } }) => address === token.address)?.value
    })
  } catch (error) {
    tools.log.debug('Balances of tokens could not be read.', error)
    return []
  }
}
