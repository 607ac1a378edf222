import {
  type Clock,
  type HttpService,
  lazy,
  type LogService,
  type PluginContext,
  type StorageService,
} from '@latchkey/kernel/plugin'
import type {
  NavigationService,
  NetworksService,
  NotificationsService,
  SessionService,
  WalletsService,
} from '@latchkey/kernel/wallet'
import type { SignInOnConnectService } from '@latchkey/kernel/contracts'
import type { WritableState } from '../createState.js'
import type { SiwxOptions } from '../SiwxOptions.js'
import type { SiwxStorageService } from '../SiwxStorage.js'
import { accountIdentity, type AccountIdentity } from './accountIdentity.js'
import { createSiwxController, type SiwxController } from './createSiwxController.js'
import { pageSessions } from './pageSessions.js'

export interface SiwxDeps {
  readonly session: SessionService
  readonly networks: NetworksService
  readonly wallets: WalletsService
  readonly navigation: NavigationService
  readonly notifications: NotificationsService
  readonly storage: StorageService
  readonly http: HttpService
  readonly clock: Clock
  readonly log: LogService
  /** Where sign-ins are kept, when a plugin provides it. */
  readonly sessions: SiwxStorageService | undefined
}

export interface RunningSiwx {
  readonly controller: SiwxController
  readonly prepare: SignInOnConnectService['prepare']
}

/** The part of the plugin that is loaded when the kernel starts. What builds and checks messages is loaded later. */
export async function startSiwx(
  context: PluginContext,
  options: SiwxOptions,
  state: WritableState,
  deps: SiwxDeps,
): Promise<RunningSiwx> {
  const { session, networks, wallets, clock } = deps
  const storage = await chooseSessions(options, deps, accountIdentity(wallets))
  const signing = lazy('The code for signing in', () => import('./signing.js'))
  const asking = { options, storage, clock }
  const controller = createSiwxController({
    ...deps,
    state,
    required: options.required === true,
    signOutOnAccountChange: options.signOutOnAccountChange === true,
    signOutOnNetworkChange: options.signOutOnNetworkChange === true,
    emit: context.emit,
    storage,
    signIn: async (target) => (await signing()).signIn({ ...asking, wallets, target }),
    goBack: async (target) => (await signing()).goBack(target, session, networks, wallets),
  })
  const { notifications } = deps
  const { emit } = context
  return {
    controller,
    prepare: async (request) =>
      (await signing()).prepareOnConnect({ ...asking, notifications, controller, emit }, request),
  }
}

async function chooseSessions(
  { storage, siweConfig, backend }: SiwxOptions,
  deps: SiwxDeps,
  identity: AccountIdentity,
): Promise<SiwxStorageService> {
  if (storage) return storage
  if (siweConfig) return (await import('./siweSessions.js')).siweSessions(siweConfig)
  if (backend !== undefined) return (await import('./backendSessions.js')).backendSessions(backend, deps.http)
  return deps.sessions ?? pageSessions(deps.storage, deps.clock, identity)
}
