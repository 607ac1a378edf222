import type { ReactNode } from 'react'
import { ThemeRoot } from '../theme/ThemeRoot.js'
import { useShell } from '../useShell.js'

/** The theme around one of our buttons in the host's page. */
export function ShellRoot({ children }: { readonly children: ReactNode }) {
  const { theme, dir, locale } = useShell()
  return (
    <ThemeRoot mode={theme.mode} variables={theme.variables} dir={dir} lang={locale}>
      {children}
    </ThemeRoot>
  )
}
