import { Balance, balanceUnavailable, BaseError, type NetworkId } from '@latchkey/kernel/plugin'
import { ref } from 'valtio/vanilla'
import { isSameToken } from '../assess.js'
import type { SwapChoice, SwapTarget } from '../Swapper.js'
import type { SwapToken } from '../SwapSource.js'
import { swapError } from '../swapErrors.js'
import { sourcesFor } from './askSources.js'
import { isSameTarget, type SwapperTools } from './SwapperTools.js'

/** More tokens of a source are not looked at. */
const sourceLimit = 500

export interface Tokens {
  load(options?: { fresh?: boolean }): Promise<void>
  find(address: string): Promise<SwapChoice | undefined>
  /** What is known of a token of the draft: its balance and price. */
  choiceOf(token: SwapToken | undefined): SwapChoice | undefined
  clear(): void
}

/** What can be chosen: what sources suggest and what the account holds, and whatever a source finds by its address. */
export function createTokens(tools: SwapperTools, loaded: () => void): Tokens {
  const { state, log } = tools
  const isSame = (target: SwapTarget) => tools.wallets.namespace(target.namespace)?.isSameAddress ?? Object.is
  let running: { readonly target: SwapTarget; readonly done: Promise<void> } | undefined
  let extra: readonly SwapChoice[] = []

  async function suggested(target: SwapTarget): Promise<readonly SwapToken[]> {
    const { networkId, namespace } = target
    const lists = await Promise.all(
      sourcesFor(tools, namespace, networkId).map(async (source) => {
        try {
          const quotes = await source.load()
          const tokens = await quotes.tokens({ networkId, signal: tools.context.signal })
          return tokens.slice(0, sourceLimit)
        } catch (cause) {
          log.warn(`The tokens of "${source.id}" could not be loaded.`, cause)
          return cause
        }
      }),
    )
    const found = lists.flatMap((list) => (Array.isArray(list) ? (list as readonly SwapToken[]) : []))
    if (found.length === 0) throw swapError('SWAP_SOURCE_FAILED', { cause: lists[0] })
    return found
  }

  async function held(target: SwapTarget, tokens: readonly SwapToken[], fresh: boolean) {
    const { networkId, address } = target
    const { currency } = state
    const [answer, coin] = await Promise.all([
      tools.holdings?.read({ networkId, address, currency, fresh }),
      readCoin(target, fresh),
    ])
    const known = (answer?.holdings ?? []).filter((holding) => holding.networkId === networkId)
    const listed: SwapChoice[] = known.flatMap((holding) =>
      holding.address === undefined
        ? []
        : [
            {
              token: {
                address: holding.address,
                decimals: holding.amount.decimals,
                symbol: holding.amount.symbol,
                name: holding.name,
                ...(holding.icon === undefined ? {} : { icon: holding.icon }),
              },
              balance: holding.amount.value,
              price: holding.price,
              isSuggested: false,
              isUnknown: false,
            },
          ],
    )
    const price = known.find((holding) => holding.address === undefined)?.price ?? (await priceOf(networkId))
    const others = tokens.filter(
      (token) =>
        token.address !== undefined &&
        !listed.some((choice) => isSameToken(choice.token, token, isSame(target))),
    )
    return { coin: { ...coin, price }, listed, balances: await balancesOf(target, others) }
  }

  async function readCoin({ networkId, address }: SwapTarget, force: boolean) {
    await tools.nativeBalances.refresh(networkId, address, { force })
    const entry = tools.nativeBalances.get(networkId, address)
    if (!entry?.amount) throw entry?.error ?? balanceUnavailable()
    return { balance: entry.amount.value }
  }

  async function priceOf(networkId: NetworkId): Promise<string | undefined> {
    try {
      return await tools.prices?.read({ networkId, currency: state.currency })
    } catch (error) {
      log.debug('A price could not be read.', error)
      return undefined
    }
  }

  /** Of tokens that nobody lists as held; none where the chain can't be asked. */
  async function balancesOf(
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
      return asked.map((token) => found.find((one) => one.token.address === token.address)?.value)
    } catch (error) {
      log.debug('Balances of tokens could not be read.', error)
      return []
    }
  }

  async function read(target: SwapTarget, fresh: boolean): Promise<void> {
    state.tokens = { status: 'loading', list: state.tokens.list }
    try {
      const tokens = [...(await suggested(target)), ...extra.map(({ token }) => token)]
      const same = isSame(target)
      const distinct = tokens.filter(
        (token, index) => tokens.findIndex((other) => isSameToken(token, other, same)) === index,
      )
      const { coin, listed, balances } = await held(target, distinct, fresh)
      if (!isSameTarget(state.target, target)) return
      const others = distinct.filter(
        (token) =>
          token.address !== undefined && !listed.some((choice) => isSameToken(choice.token, token, same)),
      )
      const list = distinct.map((token): SwapChoice => {
        const own = listed.find((choice) => isSameToken(choice.token, token, same))
        if (own) return { ...own, token, isSuggested: true }
        if (token.address === undefined) return { token, ...coin, isSuggested: true, isUnknown: false }
        const isUnknown = extra.some((choice) => choice.token === token)
        return { token, balance: balances[others.indexOf(token)], isSuggested: !isUnknown, isUnknown }
      })
      const rest = listed.filter(
        (choice) => !distinct.some((token) => isSameToken(choice.token, token, same)),
      )
      state.tokens = { status: 'ready', list: ref([...list, ...rest]) }
      loaded()
    } catch (cause) {
      if (!isSameTarget(state.target, target)) return
      log.warn('The tokens that can be swapped could not be loaded.', cause)
      const error = cause instanceof BaseError ? cause : swapError('SWAP_SOURCE_FAILED', { cause })
      state.tokens = { status: 'error', list: state.tokens.list, error }
    }
  }

  function choiceOf(token: SwapToken | undefined): SwapChoice | undefined {
    const { target } = state
    if (!token || !target) return undefined
    return state.tokens.list.find((choice) => isSameToken(choice.token, token, isSame(target)))
  }

  return {
    load({ fresh = false } = {}) {
      const { target } = state
      if (!target?.canSwap) return Promise.resolve()
      if (running && isSameTarget(running.target, target)) return running.done
      const plain = { ...target }
      const done = read(plain, fresh).finally(() => {
        if (running?.done === done) running = undefined
      })
      running = { target: plain, done }
      return done
    },
    async find(address) {
      const { target } = state
      if (!target) return undefined
      const known = state.tokens.list.find(
        ({ token }) => token.address !== undefined && isSame(target)(token.address, address),
      )
      if (known) return known
      const { networkId, namespace } = target
      for (const source of sourcesFor(tools, namespace, networkId)) {
        const quotes = await source.load()
        const token = await quotes.findToken({ networkId, address, signal: tools.context.signal })
        if (!token) continue
        const [balance] = await balancesOf(target, [token])
        const choice: SwapChoice = { token, balance, isSuggested: false, isUnknown: true }
        extra = [...extra, choice]
        state.tokens = { ...state.tokens, list: ref([...state.tokens.list, choice]) }
        return choice
      }
      return undefined
    },
    choiceOf,
    clear() {
      extra = []
      state.tokens = { status: 'idle', list: [] }
    },
  }
}
