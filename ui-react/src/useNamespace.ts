import { Namespace, type NamespaceContribution, type NamespaceId } from '@latchkey/kernel/plugin'
import { Wallets } from '@latchkey/kernel/wallet'
import { attemptCall } from './contain/attemptCall.js'
import { readNamespace } from './contain/readNamespace.js'
import { useContributions } from './useContributions.js'
import { useShell } from './useShell.js'

/** A namespace as its plugin describes it, in a copy that can be read. `undefined` while no plugin adds it. */
export function useNamespace(id: NamespaceId | undefined): NamespaceContribution | undefined {
  const { kernel, contributions } = useShell()
  // Drawn again when a chain comes or goes.
  useContributions(Namespace)
  if (id === undefined) return undefined
  const found = attemptCall(() => kernel.find(Wallets)?.namespace(id), undefined)
  return found && contributions.read(Namespace, [found], readNamespace)[0]
}
