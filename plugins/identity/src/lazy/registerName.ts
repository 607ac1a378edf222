import { untilAborted } from '@latchkey/kernel/chain'
import { type AccountIdentitiesService, SignMessage } from '@latchkey/kernel/contracts'
import { BaseError, isUserRejection, type PluginContext } from '@latchkey/kernel/plugin'
import { kernelErrorFrom, type NavigationService, type WalletsService } from '@latchkey/kernel/wallet'
import type { NameRegistryService } from '@latchkey/kernel/contracts'
import type { NameRegistrationState } from '../NameRegistration.js'
import { RegisterNameError, RegisterNameInitiated, RegisterNameSuccess } from '../registrationEvents.js'
import { registrationError } from './registrationErrors.js'
import { ApproveNameRoute, RegisterNameSuccessRoute } from '../registrationRoutes.js'

export interface RegistrationTools {
  readonly registry: NameRegistryService | undefined
  readonly wallets: WalletsService
  readonly navigation: NavigationService
  readonly identities: AccountIdentitiesService
}

export { registrationError }

type WritableState = { -readonly [key in keyof NameRegistrationState]: NameRegistrationState[key] }

/**
 * Registers a name for the active account, with an approval on the stack while the wallet signs. Whatever happens then is
 * in the state.
 *
 * @throws BaseError `NAME_ACCOUNT_MISSING`, `NAME_NETWORK_UNSUPPORTED` before anybody is asked.
 */
export async function registerName(
  context: PluginContext,
  tools: RegistrationTools,
  state: WritableState,
  name: string,
): Promise<void> {
  const { wallets, navigation, identities } = tools
  const wallet = wallets.active()
  if (state.pending !== undefined) return
  if (!wallet) throw registrationError('NAME_ACCOUNT_MISSING')
  const { account, networkId } = wallet
  if (tools.registry?.supports?.(networkId) === false) throw registrationError('NAME_NETWORK_UNSUPPORTED')
  const sign = async (message: string) => {
    const signer = wallet.use(SignMessage)
    if (!signer) throw wallet.refusal(SignMessage) ?? registrationError('NAME_ACCOUNT_MISSING')
    return signer.sign({ message })
  }
  const facts = { isSmartAccount: account.kind === 'smartAccount', ensName: name }
  const controller = new AbortController()
  Object.assign(state, { pending: name, error: undefined })
  const approval = navigation.requestApproval({
    view: ApproveNameRoute,
    onCancel: () => controller.abort(),
  })
  context.emit(RegisterNameInitiated, facts)
  try {
    const signal = AbortSignal.any([controller.signal, context.signal])
    const registry = needRegistry(tools.registry)
    await untilAborted(signal, () => registry.register({ name, networkId, account, sign, signal }))
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

export function needRegistry(registry: NameRegistryService | undefined): NameRegistryService {
  if (registry) return registry
  throw new BaseError('There is no registry of names.', {
    code: 'NAME_REGISTRY_MISSING',
    metaMessages: ['List a plugin that provides NameRegistry, such as walletData({ url, nameZone }).'],
  })
}

const toError = (cause: unknown) =>
  kernelErrorFrom(cause, 'NAME_REGISTRATION_FAILED', 'Couldn’t register the name. Try again.')
