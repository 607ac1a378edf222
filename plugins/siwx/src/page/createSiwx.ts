import { lazy, type PluginContext } from '@latchkey/kernel/plugin'
import { createState } from './createState.js'
import type { RunningSiwx, SiwxDeps } from './lazy/startSiwx.js'
import type { SiwxOptions } from './SiwxOptions.js'
import type { SiwxService } from './SiwxService.js'

/** The service, and what loads its code. */
export function createSiwx(context: PluginContext, options: SiwxOptions, deps: SiwxDeps) {
  const state = createState(options.required === true)
  let running: RunningSiwx | undefined
  const load = lazy('The sign-in', async () => {
    const { startSiwx } = await import('./lazy/startSiwx.js')
    const started = await startSiwx(context, options, state, deps)
    running = started
    if (context.signal.aborted) return started
    started.controller.begin()
    return started
  })
  const controller = async () => (await load()).controller
  context.defer(() => running?.controller.dispose())

  const service: SiwxService = {
    state,
    get status() {
      return state.accountId && state.statuses[state.accountId]
    },
    sign: async () => (await controller()).sign(),
    cancel: async () => (await controller()).cancel(),
    signOut: async (accountId) => (await controller()).signOut(accountId),
    getSessions: async () => (await controller()).getSessions(),
  }
  return { service, load, running: () => running }
}
