import { say } from '#sentences'
import type { NamespaceId, NetworkId } from '../caip.js'
import type { Capability } from '../../keys/capability.js'
import { extensionPoint } from '../../keys/extensionPoint.js'
import { admitCapability } from '../admitCapability.js'
import { checkNamespace } from '../checkNamespace.js'
import { checkShape } from '../checkShape.js'
import type { Words } from '../words.js'
import type { Network } from '../network.js'
import type { AccountKind } from './connector.js'

/** A family of chains that share addresses and signing: one CAIP-2 namespace. */
export interface NamespaceContribution {
  readonly id: NamespaceId
  /** Shown on tabs and buttons: 'EVM networks', 'Solana'. */
  readonly label: Words
  readonly networks: readonly Network[]
  /**
   * Whether a person may enter this as an address of the namespace. With a network, listed or not: whether it is an
   * address of that network. Where all networks share one form, ignore it.
   */
  isAddress(value: string, networkId?: NetworkId): boolean
  /** Whether two addresses name the same account, by the namespace's own rule. */
  isSameAddress(left: string, right: string): boolean
  readonly capabilities: readonly Capability[]
  /** Which account becomes active when a wallet brings several kinds. Default: the wallet's first. */
  readonly defaultAccountKind?: AccountKind
}

export const Namespace = extensionPoint<NamespaceContribution>('latchkey.namespace', {
  check(namespace) {
    checkShape('latchkey.namespace', namespace, {
      label: 'words',
      isAddress: 'function',
      isSameAddress: 'function',
      capabilities: 'list',
    })
    checkNamespace(namespace)
  },
  parts: { capabilities: admitCapability },
  whenTaken: say('oneNamespace'),
})
