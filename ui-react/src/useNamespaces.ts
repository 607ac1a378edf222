import { Namespace, type NamespaceContribution } from '@latchkey/kernel/plugin'
import { readNamespace } from './contain/readNamespace.js'
import { useSoundContributions } from './useSoundContributions.js'

/** The namespaces that can be read, in the host's plugin order. */
export const useNamespaces = (): readonly NamespaceContribution[] =>
  useSoundContributions(Namespace, readNamespace)
