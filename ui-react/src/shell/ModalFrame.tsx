import { Clock } from '@latchkey/kernel/plugin'
import { isWords } from '@latchkey/kernel/contracts'
import { Navigation, type NavigationEntry } from '@latchkey/kernel/wallet'
import { type ReactNode, useEffect, useState } from 'react'
import type { Chunk } from '../chunk.js'
import { useSnapshot } from '../useSnapshot.js'
import { Snackbar } from '../components/Snackbar.js'
import { useWords } from '../messages/useWords.js'
import { useChunk } from '../useChunk.js'
import { useNotifications } from '../useNotifications.js'
import { useService } from '../useService.js'
import { useShell } from '../useShell.js'
import { nextFrame } from '../utils/nextFrame.js'
import { ModalHeader } from './ModalHeader.js'
import { ModalRouter } from './ModalRouter.js'
import { useRouteViews } from './useRouteViews.js'

export interface ModalFrameProps {
  readonly titleId: string
  /** In the page instead of a dialog: nothing to close, and the focus is not moved at first. */
  readonly embedded?: boolean | undefined
}

/** Header, with one line of news in it, and the view of the newest entry. */
export function ModalFrame({ titleId, embedded = false }: ModalFrameProps): ReactNode {
  const navigation = useService(Navigation)
  const { entries, direction } = useSnapshot(navigation.state)
  const say = useWords()
  const { connecting } = useShell()
  // Once the first view is painted: a way to connect is chosen next.
  useEffect(() => void nextFrame().then(connecting.load), [connecting])
  const { snackbar } = useNotifications().state
  const newest = entries.at(-1)
  const draw = useRouteViews()
  const keys = entries.map(({ key }) => key)
  const entry = useShownEntry(newest, keys, draw(newest)?.chunk)
  const view = draw(entry)
  if (!entry || !view) return null
  return (
    <>
      <ModalHeader
        titleId={titleId}
        title={view.title}
        view={view.name}
        depth={entries.length}
        embedded={embedded}
      >
        <Snackbar
          open={snackbar.open && isWords(snackbar.message)}
          message={say(snackbar.message)}
          variant={snackbar.variant}
        />
      </ModalHeader>
      <ModalRouter
        viewKey={entry.key}
        keys={keys}
        name={view.name}
        direction={direction}
        titleId={titleId}
        moveFocusFirst={!embedded}
        leaving={entry !== newest}
      >
        {view.element}
      </ModalRouter>
    </>
  )
}

/** How long a view waits for the code of the one that follows, in milliseconds. */
const longestHold = 150

/**
 * The last view stays while the dialog is on its way out, and while the code of the next one loads, so that what loads fast
 * shows no skeleton. One that was replaced goes at once: what it showed may be gone.
 */
function useShownEntry(
  newest: NavigationEntry | undefined,
  keys: readonly string[],
  chunk: Chunk<unknown> | undefined,
): NavigationEntry | undefined {
  const clock = useService(Clock)
  const { status } = useChunk(chunk)
  const [shown, setShown] = useState(newest)
  const isLoading = status === 'idle' || status === 'loading'
  const isHeld = shown && shown !== newest && (!newest || (isLoading && chunk && keys.includes(shown.key)))
  if (!isHeld && shown !== newest) setShown(newest)
  useEffect(() => {
    if (!isHeld || !newest) return
    chunk?.load()
    const timer = clock.setTimeout(() => setShown(newest), longestHold)
    return () => clock.clearTimeout(timer)
  }, [isHeld, chunk, clock, newest])
  return isHeld ? shown : newest
}
