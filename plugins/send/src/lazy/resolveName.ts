import { findCapability, Identities } from '@latchkey/kernel/plugin'
import type { SendTarget } from '../Sender.js'
import { namespaceOf, type SenderTools } from './SenderTools.js'

/**
 * The address a name stands for, by whoever provides names, else by the chain's own name service. `undefined` when it
 * stands for none.
 *
 * @throws BaseError when nobody answers
 */
export async function resolveName(
  tools: SenderTools,
  target: SendTarget,
  name: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const namespace = namespaceOf(tools, target.namespace)
  const { networkId } = target
  const chain = namespace && findCapability(namespace.capabilities, Identities)
  const source = tools.names?.supports(networkId) ? tools.names : chain
  const address = await source?.resolve({ networkId, name, signal })
  return address !== undefined && namespace?.isAddress(address) ? address : undefined
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
