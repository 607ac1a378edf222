import { BaseError } from '@latchkey/kernel/plugin'
import { isSameTarget } from '@latchkey/kernel/transaction'
import { ref } from 'valtio/vanilla'
import { isSameToken } from '../assess.js'
import type { SwapChoice, SwapTarget } from '../Swapper.js'
import type { SwapToken } from '../SwapSource.js'
import { swapError } from '../swapErrors.js'
import { sourcesFor } from './askSources.js'
import { readBalances, readChoices } from './readChoices.js'
import type { SwapperTools } from './SwapperTools.js'

export interface Tokens {
  load(options?: { fresh?: boolean }): Promise<void>
  /** Reads again what is on screen, and shows nothing of a failure: what was read before stays. */
  renew(): void
  find(address: string): Promise<SwapChoice | undefined>
  /** What is known of a token of the draft: its balance and price. */
  choiceOf(token: SwapToken | undefined): SwapChoice | undefined
  clear(): void
}

interface Running {
  readonly target: SwapTarget
  readonly done: Promise<void>
}

/** What can be chosen: what sources suggest and what the account holds, and whatever a source finds by its address. */
export function createTokens(tools: SwapperTools, loaded: () => void): Tokens {
  const { state, wallets } = tools
  const isSame = ({ namespace }: SwapTarget) => wallets.namespace(namespace)?.isSameAddress ?? Object.is
  let running: Running | undefined
  let extra: readonly SwapChoice[] = []

  async function read(target: SwapTarget, fresh: boolean, isQuiet = false): Promise<void> {
    if (!isQuiet) state.tokens = { status: 'loading', list: state.tokens.list }
    try {
      const list = await readChoices(tools, target, { fresh, found: extra.map(({ token }) => token) })
      if (!isSameTarget(state.target, target)) return
      state.tokens = { status: 'ready', list: ref(joinChoices(list, extra, isSame(target))) }
      loaded()
    } catch (cause) {
      if (isSameTarget(state.target, target)) tellFailure(tools, cause, isQuiet)
    }
  }

  function start(place: SwapTarget, fresh: boolean, isQuiet?: boolean): Promise<void> {
    const target = { ...place }
    const done = read(target, fresh, isQuiet).finally(() => {
      if (running?.done === done) running = undefined
    })
    running = { target, done }
    return done
  }

  return {
    load({ fresh = false } = {}) {
      const { target } = state
      if (!target?.canSwap) return Promise.resolve()
      if (running && isSameTarget(running.target, target)) return running.done
      return start(target, fresh)
    },
    renew() {
      const { target, tokens } = state
      if (target && !running && tokens.status === 'ready') void start(target, true, true)
    },
    async find(address) {
      const { target } = state
      if (!target) return undefined
      const known = state.tokens.list.find(
        ({ token }) => token.address !== undefined && isSame(target)(token.address, address),
      )
      if (known) return known
      const choice = await findInSources(tools, target, address)
      if (choice) {
        extra = [...extra, choice]
        state.tokens = { ...state.tokens, list: ref([...state.tokens.list, choice]) }
      }
      return choice
    },
    choiceOf: (token) => findChoice(tools, token),
    clear() {
      extra = []
      state.tokens = { status: 'idle', list: [] }
    },
  }
}

function tellFailure({ state, log }: SwapperTools, cause: unknown, isQuiet: boolean): void {
  if (isQuiet) return log.debug('What the account holds could not be read again.', cause)
  log.warn('The tokens that can be swapped could not be loaded.', cause)
  const error = cause instanceof BaseError ? cause : swapError('SWAP_SOURCE_FAILED', { cause })
  state.tokens = { status: 'error', list: state.tokens.list, error }
}

function findChoice({ state, wallets }: SwapperTools, token: SwapToken | undefined): SwapChoice | undefined {
  const { target } = state
  if (!token || !target) return undefined
  const isSame = wallets.namespace(target.namespace)?.isSameAddress ?? Object.is
  return state.tokens.list.find((choice) => isSameToken(choice.token, token, isSame))
}

/** With what was found by its address while the list was read. */
function joinChoices(
  list: readonly SwapChoice[],
  found: readonly SwapChoice[],
  isSame: (one: string, other: string) => boolean,
): SwapChoice[] {
  const late = found.filter(({ token }) => !list.some((one) => isSameToken(one.token, token, isSame)))
  return [...list, ...late]
}

async function findInSources(
  tools: SwapperTools,
  target: SwapTarget,
  address: string,
): Promise<SwapChoice | undefined> {
  const { networkId, namespace } = target
  for (const source of sourcesFor(tools, namespace, networkId)) {
    const quotes = await source.load()
    const token = await quotes.findToken({ networkId, address, signal: tools.context.signal })
    if (!token) continue
    const [balance] = await readBalances(tools, target, [token])
    return { token, balance, isSuggested: false, isUnknown: true }
  }
  return undefined
}
