import { Navigation } from '@latchkey/kernel/plugin'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useSnapshot } from '../useSnapshot.js'
import { ThemeRoot } from '../theme/ThemeRoot.js'
import { useService } from '../useService.js'
import { useShell } from '../useShell.js'
import { ModalDialog } from './ModalDialog.js'
import { useAutoNavigation } from './useAutoNavigation.js'
import { usePhase } from './usePhase.js'
import { usePortal } from './usePortal.js'

const exitTime = 150

/** The dialog, on the page only while it is open or on its way out. */
export function Modal(): ReactNode {
  const { kernel, theme, dir, locale } = useShell()
  const { open } = useSnapshot(useService(Navigation).state)
  const phase = usePhase(open, exitTime)
  const { anchor, container } = usePortal(phase !== 'closed', kernel.id)
  useAutoNavigation()
  if (phase === 'closed') return null
  return (
    <>
      <span ref={anchor} hidden />
      {container
        ? createPortal(
            <ThemeRoot mode={theme.mode} variables={theme.variables} dir={dir} lang={locale}>
              <ModalDialog phase={phase} />
            </ThemeRoot>,
            container,
          )
        : null}
    </>
  )
}
