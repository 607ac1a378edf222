import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { type Chunk, createChunk } from '../chunk.js'
import { useShell } from '../useShell.js'
import { savesData } from './savesData.js'

type FurtherViews = typeof import('./furtherViewsChunk.js')
export type FurtherViewName = Exclude<keyof FurtherViews, 'followPull' | 'tellError' | 'ToastList'>

const FurtherViewsContext = createContext<Chunk<FurtherViews> | undefined>(undefined)

/** Milliseconds that belong to the code of the page and of the list of wallets. */
const delay = 1_000

/**
 * Loads what nobody sees first (the account, networks, help, toasts, the pull of the sheet) a moment after the modal's code,
 * or when one of them is opened. It stays mounted while the dialog opens and closes, so that a view that is
 * loaded is drawn in the first frame.
 */
export function FurtherViewsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { report } = useShell()
  const [chunk] = useState(() =>
    createChunk<FurtherViews>(
      () => import('./furtherViewsChunk.js'),
      (error) => report('A view could not be loaded.', error),
    ),
  )
  useEffect(() => {
    // Not called off when the provider goes: the next one finds the code in the browser's cache.
    if (!savesData()) setTimeout(chunk.load, delay)
  }, [chunk])
  return <FurtherViewsContext.Provider value={chunk}>{children}</FurtherViewsContext.Provider>
}

export function useFurtherViews(): Chunk<FurtherViews> {
  const chunk = useContext(FurtherViewsContext)
  if (!chunk) throw new Error('A view needs the modal.')
  return chunk
}
