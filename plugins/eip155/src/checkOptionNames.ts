import { KernelError } from '@latchkey/kernel/plugin'
import type { Eip155Options } from './eip155.js'

const names: readonly string[] = [
  'networks',
  'rpcUrls',
  'discovery',
  'injected',
  'exclude',
  'batch',
  'offchainNames',
  'avatarHosts',
  'ipfsGateway',
  'history',
] satisfies readonly (keyof Eip155Options)[]

/** @throws KernelError `EIP155_OPTIONS_INVALID` for an option that does not exist: a slip of the pen would change nothing. */
export function checkOptionNames(options: object): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown === undefined) return
  throw new KernelError(`eip155() has no option "${unknown}". There are: ${names.join(', ')}.`, {
    code: 'EIP155_OPTIONS_INVALID',
  })
}
