import { KernelError } from '@latchkey/kernel/plugin'
import { useContext } from 'react'
import { type Shell, ShellContext } from './shellContext.js'

/** @throws KernelError `KERNEL_MISSING` outside of a `KernelProvider`. */
export function useShell(): Shell {
  const shell = useContext(ShellContext)
  if (shell) return shell
  throw new KernelError('There is no KernelProvider above this component.', {
    code: 'KERNEL_MISSING',
    metaMessages: ['Wrap the app in <KernelProvider kernel={kernel}>.'],
    docsPath: '@latchkey/ui-react/README.md#quick-start',
  })
}
