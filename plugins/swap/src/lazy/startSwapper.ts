import {
  Calls,
  ConnectRoute,
  errorWords,
  networkNotFound,
  type PluginContext,
  swapNetworkUnsupported,
  UnsupportedChainRoute,
} from '@latchkey/kernel/plugin'
import { subscribe } from 'valtio/vanilla'
import type { WritableState } from '../createState.js'
import { SwapOpened } from '../events.js'
import { type SwapArguments, SwapPreviewRoute, SwapRoute, SwapSelectTokenRoute } from '../routes.js'
import type { SwapController, SwapTarget } from '../Swapper.js'
import { sourcesFor } from './askSources.js'
import { createSwapController } from './createSwapController.js'
import { isSameTarget, type SwapperTools } from './SwapperTools.js'

export interface StartedSwapper {
  readonly controller: SwapController
  open(given?: SwapArguments): Promise<void>
  dispose(): void
}

/** Puts the parts together, and follows accounts, networks and the modal. */
export function startSwapper(
  context: PluginContext,
  state: WritableState,
  deps: Omit<SwapperTools, 'state' | 'context'>,
): StartedSwapper {
  const tools: SwapperTools = { ...deps, state, context }
  const { wallets, navigation } = deps
  const { controller, retarget, formShown, dispose } = createSwapController(tools, () => readTarget(tools))
  const seen = new Set<string>()

  /** Takes up another account or network, once no wallet is asked for the one before. */
  function followTarget(): void {
    const next = readTarget(tools)
    if (isSameTarget(state.target, next)) {
      if (next) state.target = next
      return
    }
    const isGone = state.target !== undefined && !wallets.find(state.target)
    if ((state.phase === 'signing' || state.phase === 'approving') && state.target && !isGone) return
    const hadPreview = [SwapPreviewRoute, SwapSelectTokenRoute].some(
      ({ name }) => navigation.state.entries.at(-1)?.name === name,
    )
    retarget(next)
    if (next && hadPreview && !navigation.backTo(SwapRoute)) navigation.replace(SwapRoute, undefined)
  }

  /** Fills in what the form was opened with, once per opening, and says that it was opened. */
  function followNavigation(): void {
    const entry = navigation.state.entries.at(-1)
    if (entry?.name === SwapRoute.name) formShown()
    if (entry?.name !== SwapRoute.name || seen.has(entry.key)) return
    seen.add(entry.key)
    const { target } = state
    if (target) {
      context.emit(SwapOpened, { isSmartAccount: target.isSmartAccount, network: target.networkId })
    }
    if (state.transaction) controller.reset()
    controller.apply(entry.params as SwapArguments | undefined)
    void controller.loadTokens()
  }

  followTarget()
  followNavigation()
  const stops = [wallets.subscribe(followTarget), subscribe(navigation.state, followNavigation)]

  return {
    controller,
    async open(given) {
      followTarget()
      openForm(tools, given)
    },
    dispose() {
      for (const stop of stops) stop()
      dispose()
    },
  }
}

/** @throws NetworkError `NETWORK_NOT_FOUND` for a network the host does not list */
function openForm({ state, networks, navigation }: SwapperTools, given: SwapArguments | undefined): void {
  const { target } = state
  if (given?.networkId !== undefined && !networks.find(given.networkId))
    throw networkNotFound(given.networkId)
  const isElsewhere = given?.networkId !== undefined && given.networkId !== target?.networkId
  if (!target) navigation.open(ConnectRoute)
  else if (target.canSwap || isElsewhere) navigation.open(SwapRoute, given)
  else {
    // `Network not supported for Swaps`, as the specification words it.
    const reason = errorWords(swapNetworkUnsupported(target.networkId))
    navigation.open(UnsupportedChainRoute, { reason })
  }
}

/** The active account on the active network; undefined while nothing is connected. */
function readTarget(tools: SwapperTools): SwapTarget | undefined {
  const wallet = tools.wallets.active()
  if (!wallet) return undefined
  const { namespace, networkId, network, connection, account, target } = wallet
  const hasSource = sourcesFor(tools, namespace, networkId).length > 0
  return {
    ...target,
    networkName: network?.name ?? networkId,
    isSmartAccount: account.kind === 'smartAccount',
    walletName: connection.name,
    ...(connection.icon === undefined ? {} : { walletIcon: connection.icon }),
    canSwap: hasSource && network !== undefined && wallet.use(Calls) !== undefined,
  }
}
