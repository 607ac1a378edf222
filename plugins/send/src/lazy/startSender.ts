import {
  ConnectRoute,
  networkNotFound,
  type PluginContext,
  UnsupportedChainRoute,
} from '@latchkey/kernel/plugin'
import { subscribe } from 'valtio/vanilla'
import type { WritableState } from '../createState.js'
import { SendOpened } from '../events.js'
import { type SendArguments, SendPreviewRoute, SendRoute, SendSelectTokenRoute } from '../routes.js'
import type { SendController } from '../Sender.js'
import { createController } from './createController.js'
import { isSameTarget, readTarget } from './readTarget.js'
import type { SenderTools } from './SenderTools.js'

export interface StartedSender {
  readonly controller: SendController
  open(given?: SendArguments): Promise<void>
  dispose(): void
}

/** Puts the parts together, and follows accounts, networks and the modal. */
export function startSender(
  context: PluginContext,
  state: WritableState,
  deps: Omit<SenderTools, 'state' | 'context'>,
): StartedSender {
  const tools: SenderTools = { ...deps, state, context }
  const { session, navigation, wallets } = deps
  const { controller, retarget, dispose } = createController(tools)
  const seen = new Set<string>()

  /** Takes up another account or network, once no wallet is asked for the one before. */
  function followTarget(): void {
    const next = readTarget(tools)
    if (isSameTarget(state.target, next)) {
      if (next) state.target = next
      return
    }
    const isGone = !session.state.connections.some(({ id }) => id === state.target?.connectionId)
    if (state.phase === 'signing' && state.target && !isGone) return
    const hadPreview = [SendPreviewRoute, SendSelectTokenRoute].some(
      ({ name }) => navigation.state.entries.at(-1)?.name === name,
    )
    retarget(next)
    if (next && hadPreview && !navigation.backTo(SendRoute)) navigation.replace(SendRoute, undefined)
  }

  /** Fills in what the form was opened with, once per opening, and says that it was opened. */
  function followNavigation(): void {
    const entry = navigation.state.entries.at(-1)
    if (entry?.name !== SendRoute.name || seen.has(entry.key)) return
    seen.add(entry.key)
    const { target } = state
    if (target) {
      context.emit(SendOpened, { isSmartAccount: target.isSmartAccount, network: target.networkId })
    }
    if (state.transaction && state.phase !== 'signing') controller.reset()
    controller.apply(entry.params as SendArguments | undefined)
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
function openForm({ state, networks, navigation }: SenderTools, given: SendArguments | undefined): void {
  const { target } = state
  if (given?.networkId !== undefined && !networks.find(given.networkId))
    throw networkNotFound(given.networkId)
  const isElsewhere = given?.networkId !== undefined && given.networkId !== target?.networkId
  if (!target) navigation.open(ConnectRoute)
  else if (target.canSend || isElsewhere) navigation.open(SendRoute, given)
  else navigation.open(UnsupportedChainRoute)
}
