import {
  createPhases,
  createTransactionFlow,
  createUnansweredTransfers,
  followForm,
  followHeld,
  phaseNames,
} from '@latchkey/kernel/transaction'
import type { PluginContext } from '@latchkey/kernel/plugin'
import type { WritableState } from '../createState.js'
import { SendOpened } from '../events.js'
import { type SendArguments, SendPreviewRoute, SendRoute, SendSelectTokenRoute } from '../routes.js'
import type { SendController, SendPhase } from '../Sender.js'
import { createController } from './createController.js'
import { readTarget } from './readTarget.js'
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
  deps: Omit<SenderTools, 'state' | 'context' | 'unanswered' | 'flow' | 'phases'>,
): StartedSender {
  const unanswered = createUnansweredTransfers(deps.storage, deps.clock)
  const phases = createPhases<SendPhase>({
    ...{ state, log: deps.log },
    words: { ...phaseNames, asking: 'signing' },
  })
  const flow = createTransactionFlow(deps)
  const tools: SenderTools = { ...deps, state, context, unanswered, phases, flow }
  const { controller, retarget, renewHeld, dispose } = createController(tools)
  const isConnected = () => deps.session.state.connections.some(({ id }) => id === state.target?.connectionId)
  const form = followForm(deps, {
    state,
    route: SendRoute,
    behind: [SendPreviewRoute, SendSelectTokenRoute],
    readTarget: () => readTarget(tools),
    isHeld: () => state.phase === 'signing' && isConnected(),
    retarget,
    opened(given) {
      const { target } = state
      if (target) {
        context.emit(SendOpened, { isSmartAccount: target.isSmartAccount, network: target.networkId })
      }
      if (state.transaction && state.phase !== 'signing') controller.reset()
      controller.apply(given)
    },
    refusal: ({ canSend }) => (canSend ? undefined : {}),
  })
  const stopFollowing = followHeld(deps, {
    state,
    views: [SendRoute.name, SendSelectTokenRoute.name],
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
