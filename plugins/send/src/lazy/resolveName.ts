import { Identities, type IdentityCapability } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'
import type { NameOrigin, SendTarget } from '../Sender.js'
import type { SenderTools } from './SenderTools.js'

export interface ResolvedReceiver {
  readonly address: string
  /** In normal form (ENSIP-15), where the source tells it. */
  readonly name: string
  readonly origin?: NameOrigin
}

/**
 * The address a name stands for, by the plugin that provides names, else by the chain's own name service. `undefined`
 * when it stands for none.
 *
 * @throws BaseError when nobody answers
 */
export async function resolveName(
  tools: SenderTools,
  target: SendTarget,
  name: string,
  signal: AbortSignal,
): Promise<ResolvedReceiver | undefined> {
  const namespace = tools.wallets.namespace(target.namespace)
  if (!namespace) return undefined
  const request = { networkId: target.networkId, name, signal }
  const found = await ask(tools, tools.wallets.chain(target.networkId, Identities), request)
  return found && namespace.isAddress(found.address, target.networkId) ? found : undefined
}

async function ask(
  { names }: SenderTools,
  chain: IdentityCapability | undefined,
  request: { readonly networkId: NetworkId; readonly name: string; readonly signal: AbortSignal },
): Promise<ResolvedReceiver | undefined> {
  const { name } = request
  if (!names?.supports(request.networkId)) {
    const address = await chain?.resolve(request)
    return address === undefined ? undefined : { address, name, origin: { source: 'chain' } }
  }
  if (!names.find) {
    const address = await names.resolve(request)
    return address === undefined ? undefined : { address, name }
  }
  const found = await names.find(request)
  if (!found) return undefined
  const { host } = found
  const origin = { source: found.source, ...(host === undefined ? {} : { host }) }
  return { address: found.address, name: found.name, origin }
}

/** Picture of a name's owner; undefined when there is none, or nobody can tell: it is decoration. */
export async function avatarOf(
  tools: SenderTools,
  target: SendTarget,
  address: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!tools.names?.supports(target.networkId)) return undefined
  try {
    return (await tools.names.lookup({ networkId: target.networkId, address, signal })).avatar
  } catch (error) {
    if (!signal.aborted) tools.log.debug('The picture of a receiver could not be read.', error)
    return undefined
  }
}

/** Names have a point; what has none is an address with a mistake. */
export const looksLikeName = (text: string): boolean => /^[^\s.]+(?:\.[^\s.]+)+$/u.test(text)
