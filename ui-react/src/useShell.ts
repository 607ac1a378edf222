import { KernelError } from '@latchkey/kernel'
import { useContext } from 'react'
import { type Shell, ShellContext } from './shellContext.js'

/** @throws KernelError `PROVIDER_MISSING` outside of a `KernelProvider`. */
export function useShell(): Shell {
  const shell = useContext(ShellContext)
  if (shell) return shell
  throw new KernelError('There is no KernelProvider above this component.', {
    code: 'PROVIDER_MISSING',
    metaMessages: ['Wrap the app in <KernelProvider kernel={kernel}>.'],
    docsPath: '/guide/errors#provider_missing',
  })
}
