import { Calls } from '@latchkey/kernel/contracts'
import { errorWords, type PluginContext } from '@latchkey/kernel/plugin'
import { swapNetworkUnsupported } from '../unsupportedNetworks.js'
import {
  createPhases,
  createTransactionFlow,
  followForm,
  followHeld,
  phaseNames,
} from '@latchkey/kernel/transaction'
import type { WritableState } from '../createState.js'
import { SwapOpened } from '../events.js'
import { type SwapArguments, SwapPreviewRoute, SwapRoute, SwapSelectTokenRoute } from '../routes.js'
import type { SwapController, SwapPhase, SwapTarget } from '../Swapper.js'
import { sourcesFor } from './askSources.js'
import { createSwapController } from './createSwapController.js'
import { isRequested, type SwapperTools } from './SwapperTools.js'

export interface StartedSwapper {
  readonly controller: SwapController
  open(given?: SwapArguments): Promise<void>
  dispose(): void
}

/** Puts the parts together, and follows accounts, networks and the modal. */
export function startSwapper(
  context: PluginContext,
  state: WritableState,
  deps: Omit<SwapperTools, 'state' | 'context' | 'refusedSignatures' | 'flow' | 'phases'>,
): StartedSwapper {
  const phases = createPhases<SwapPhase>({
    ...{ state, log: deps.log },
    words: { ...phaseNames, asking: 'signing' },
  })
  const flow = createTransactionFlow(deps)
  const tools: SwapperTools = { ...deps, state, context, refusedSignatures: new Set(), phases, flow }
  const { controller, retarget, renewHeld, formShown, dispose } = createSwapController(tools, () =>
    readTarget(tools),
  )
  const form = followForm(deps, {
    state,
    route: SwapRoute,
    behind: [SwapPreviewRoute, SwapSelectTokenRoute],
    readTarget: () => readTarget(tools),
    isHeld: () =>
      isRequested(state) && state.target !== undefined && deps.wallets.find(state.target) !== undefined,
    retarget,
    shown: formShown,
    opened(given) {
      const { target } = state
      if (target) {
        context.emit(SwapOpened, { isSmartAccount: target.isSmartAccount, network: target.networkId })
      }
      if (state.transaction) controller.reset()
      controller.apply(given)
      void controller.loadTokens()
    },
    // `Network not supported for Swaps`, as the specification words it.
    refusal: ({ canSwap, networkId }) =>
      canSwap ? undefined : { reason: errorWords(swapNetworkUnsupported(networkId)) },
  })
  const stopFollowing = followHeld(deps, {
    state,
    views: [SwapRoute.name, SwapSelectTokenRoute.name],
    changed: renewHeld,
  })
  return {
    controller,
    open: async (given) => form.open(given),
    dispose() {
      form.stop()
      stopFollowing()
      dispose()
    },
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
