import { isWords, Navigation, type NavigationEntry } from '@latchkey/kernel/plugin'
import { type ReactNode, useMemo, useState } from 'react'
import { useSnapshot } from '../useSnapshot.js'
import { Snackbar } from '../components/Snackbar.js'
import { useWords } from '../messages/useWords.js'
import { useNotifications } from '../useNotifications.js'
import { useService } from '../useService.js'
import { ModalHeader } from './ModalHeader.js'
import { ModalRouter } from './ModalRouter.js'
import { useRouteViews } from './useRouteViews.js'

export interface ModalFrameProps {
  readonly titleId: string
  /** In the page instead of a dialog: nothing to close, and the focus is not moved at first. */
  readonly embedded?: boolean
}

/** Header, one line of news, and the view of the newest entry. */
export function ModalFrame({ titleId, embedded = false }: ModalFrameProps): ReactNode {
  const navigation = useService(Navigation)
  const { entries, direction } = useSnapshot(navigation.state)
  const say = useWords()
  const { snackbar } = useNotifications().state
  const entry = useKeptEntry(entries[entries.length - 1] as NavigationEntry | undefined)
  const view = useRouteViews()(entry)
  const keys = useMemo(() => entries.map(({ key }) => key), [entries])
  if (!entry || !view) return null
  return (
    <>
      <ModalHeader
        titleId={titleId}
        title={view.title}
        view={view.name}
        depth={entries.length}
        embedded={embedded}
      />
      <Snackbar
        open={snackbar.open && isWords(snackbar.message)}
        message={say(snackbar.message)}
        variant={snackbar.variant}
      />
      <ModalRouter
        viewKey={entry.key}
        keys={keys}
        name={view.name}
        direction={direction}
        titleId={titleId}
        moveFocusFirst={!embedded}
      >
        {view.element}
      </ModalRouter>
    </>
  )
}

/** The last view stays while the dialog is on its way out. */
function useKeptEntry(entry: NavigationEntry | undefined): NavigationEntry | undefined {
  const [kept, setKept] = useState(entry)
  if (entry && entry !== kept) setKept(entry)
  return entry ?? kept
}
