import { type ReactNode, useEffect } from 'react'
import { ShellBoundary } from './shell/ShellBoundary.js'
import { ThemeRoot } from './theme/ThemeRoot.js'
import { useChunk } from './useChunk.js'
import { useShell } from './useShell.js'

/**
 * The same views in the host's own page, without dialog or overlay. While it is mounted no dialog opens. Use at most
 * one per provider.
 */
export function ModalView(): ReactNode {
  const { modal, theme, dir, locale, embed } = useShell()
  const chunk = useChunk(modal)
  useEffect(embed, [embed])
  useEffect(() => modal.load(), [modal])
  const EmbeddedView = chunk.module?.EmbeddedView
  return (
    <ThemeRoot box="block" mode={theme.mode} variables={theme.variables} dir={dir} lang={locale}>
      {EmbeddedView ? (
        <ShellBoundary>
          <EmbeddedView />
        </ShellBoundary>
      ) : (
        <div className="lk-embedded" aria-busy="true" />
      )}
    </ThemeRoot>
  )
}
