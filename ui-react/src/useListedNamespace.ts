import { Namespace, type NamespaceId } from '@latchkey/kernel/plugin'
import { useEffect } from 'react'
import { readNamespace } from './contain/readNamespace.js'
import { useShell } from './useShell.js'

/** Tells the developer, once the plugins have started, when no plugin adds the namespace that a part was given. */
export function useListedNamespace(namespace: NamespaceId | undefined): void {
  const { kernel, contributions, report } = useShell()
  useEffect(() => {
    if (namespace === undefined) return undefined
    let isWatched = true
    const check = () => {
      if (!isWatched) return
      const listed = contributions.read(Namespace, kernel.list(Namespace), readNamespace).map(({ id }) => id)
      if (listed.includes(namespace)) return
      import('./namespaceNotListed.js').then(
        ({ namespaceNotListed }) => {
          const error = namespaceNotListed(namespace, listed)
          report(error.message, error)
        },
        (error: unknown) => report(`No listed plugin adds the namespace "${namespace}".`, error),
      )
    }
    // A plugin may add its namespace while it starts. That the kernel could not start is told by the provider.
    kernel.start().then(check, check)
    return () => {
      isWatched = false
    }
  }, [kernel, contributions, report, namespace])
}
