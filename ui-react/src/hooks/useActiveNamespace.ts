import type { NamespaceId } from '@latchkey/kernel/plugin'
import { useNamespaces } from '../useNamespaces.js'
import { useSession } from '../useSession.js'

/** The namespace that was chosen or connected last; before either, the first that the host lists. */
export function useActiveNamespace(): NamespaceId | undefined {
  const { activeNamespace } = useSession().state
  const [first] = useNamespaces()
  return activeNamespace ?? first?.id
}
