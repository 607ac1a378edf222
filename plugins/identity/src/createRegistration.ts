import {
  type AccountIdentitiesService,
  BaseError,
  isKernelError,
  isUserRejection,
  messageOf,
  namespaceOf,
  type NavigationService,
  type NetworksService,
  type PluginContext,
  type SessionService,
} from '@latchkey/kernel/plugin'
import type { NameRegistryService } from '@latchkey/plugin-wallet-data'
import { proxy } from 'valtio/vanilla'
import type { NameRegistrationService, NameRegistrationState } from './NameRegistration.js'
import {
  NameFlowOpened,
  RegisterNameError,
  RegisterNameInitiated,
  RegisterNameSuccess,
} from './registrationEvents.js'
import { ApproveNameRoute, ChooseNameRoute, RegisterNameSuccessRoute } from './registrationRoutes.js'

export interface RegistrationTools {
  readonly registry: NameRegistryService | undefined
  readonly session: SessionService
  readonly networks: NetworksService
  readonly navigation: NavigationService
  readonly identities: AccountIdentitiesService
}

/** Characters of the chosen part (specification, section 5; the contract of wallet data). */
const shortest = 4
const longest = 64

export function createRegistration(
  context: PluginContext,
  { registry, session, networks, navigation, identities }: RegistrationTools,
): NameRegistrationService {
  const state = proxy<{ -readonly [key in keyof NameRegistrationState]: NameRegistrationState[key] }>({
    part: '',
    pending: undefined,
    error: undefined,
  })

  function active() {
    const namespace = session.state.activeNamespace
    const account = namespace === undefined ? undefined : session.activeAccount(namespace)
    const connection = namespace === undefined ? undefined : session.activeConnection(namespace)
    const networkId = namespace === undefined ? undefined : networks.active(namespace)?.id
    return account && connection && networkId !== undefined ? { account, connection, networkId } : undefined
  }

  function needRegistry(): NameRegistryService {
    if (registry) return registry
    throw new BaseError('There is no registry of names.', {
      code: 'NAME_REGISTRY_MISSING',
      metaMessages: ['List a plugin that provides NameRegistry, such as walletData({ url, nameZone }).'],
    })
  }

  async function register(name: string): Promise<void> {
    const place = active()
    if (!place || state.pending !== undefined) return
    const { account, connection, networkId } = place
    const facts = { isSmartAccount: account.kind === 'smartAccount', ensName: name }
    const controller = new AbortController()
    Object.assign(state, { pending: name, error: undefined })
    const approval = navigation.requestApproval({
      view: ApproveNameRoute,
      onCancel: () => controller.abort(),
    })
    context.emit(RegisterNameInitiated, facts)
    try {
      const provider = session.connection(connection.id)?.provider(namespaceOf(networkId))
      const signal = AbortSignal.any([controller.signal, context.signal])
      await untilAborted(needRegistry().register({ name, networkId, account, provider, signal }), signal)
      context.emit(RegisterNameSuccess, facts)
      state.pending = undefined
      approval.settle('success')
      if (navigation.state.open) navigation.push(RegisterNameSuccessRoute, { name })
      void identities.refresh(networkId, account.address, { force: true })
    } catch (cause) {
      const isDeclined = controller.signal.aborted || isUserRejection(cause)
      const error = toError(cause)
      Object.assign(state, { pending: undefined, error: isDeclined ? undefined : error })
      if (!isDeclined) context.emit(RegisterNameError, { ...facts, error: error.shortMessage })
      approval.settle(isDeclined ? 'cancel' : 'error', error)
    }
  }

  return {
    state,
    zone: registry?.zone,
    supports: (networkId) => registry !== undefined && (registry.supports?.(networkId) ?? true),
    setPart(part) {
      state.part = part
    },
    problemOf,
    suggest: async (part, signal) => needRegistry().suggest(part, signal),
    owned: async (signal) => {
      const address = active()?.account.address
      return address === undefined ? [] : needRegistry().owned(address, signal)
    },
    open() {
      Object.assign(state, { part: '', error: undefined })
      context.emit(NameFlowOpened, { isSmartAccount: active()?.account.kind === 'smartAccount' })
      navigation.push(ChooseNameRoute)
    },
    register,
  }
}

/** Wallets may never answer; a person who called it off must not wait for them. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}

/** At least four letters, digits or hyphens. Some forms would make a name that may not be shown (ENSIP-15). */
function problemOf(part: string): string | undefined {
  if (!/^[a-z0-9-]*$/.test(part)) return 'Use letters, digits and hyphens only.'
  if (part.length < shortest) return `Use at least ${shortest} characters.`
  if (part.length > longest) return `Use at most ${longest} characters.`
  if (part.slice(2, 4) === '--') return 'A name cannot have hyphens as its third and fourth characters.'
  return undefined
}

const toError = (cause: unknown) =>
  isKernelError(cause) ? cause : new BaseError(messageOf(cause), { code: 'NAME_REGISTRATION_FAILED', cause })
