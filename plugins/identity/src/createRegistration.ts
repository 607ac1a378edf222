import { type BaseError, lazy, type PluginContext } from '@latchkey/kernel/plugin'
import { proxy } from 'valtio/vanilla'
import type { RegistrationTools } from './lazy/registerName.js'
import type { NameRegistrationService, NameRegistrationState } from './NameRegistration.js'
import { NameFlowOpened } from './registrationEvents.js'
import { ChooseNameRoute } from './registrationRoutes.js'

export function createRegistration(
  context: PluginContext,
  tools: RegistrationTools,
): NameRegistrationService {
  const { registry, wallets, navigation } = tools
  const state = proxy<{ -readonly [key in keyof NameRegistrationState]: NameRegistrationState[key] }>({
    part: '',
    pending: undefined,
    error: undefined,
  })
  const code = lazy('The code for taking a name', () => import('./lazy/registerName.js'))
  const found = async () => (await code()).needRegistry(registry)
  const active = () => wallets.active()?.account
  return {
    state,
    zone: registry?.zone,
    supports: (networkId) => registry !== undefined && (registry.supports?.(networkId) ?? true),
    setPart(part) {
      state.part = part
    },
    suggest: async (part, signal) => (await found()).suggest(part, signal),
    async owned(signal) {
      const address = active()?.address
      if (address === undefined) throw (await code()).registrationError('NAME_ACCOUNT_MISSING')
      return (await found()).owned(address, signal)
    },
    open() {
      Object.assign(state, { part: '', error: undefined })
      context.emit(NameFlowOpened, { isSmartAccount: active()?.kind === 'smartAccount' })
      navigation.push(ChooseNameRoute)
    },
    async register(name) {
      try {
        const { registerName } = await code()
        await registerName(context, tools, state, name)
      } catch (error) {
        state.error = error as BaseError
      }
    },
  }
}
