import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { activeIn } from './focusables.js'
import { moveAlongRows } from './moveAlongRows.js'
import { type ViewMemory, ViewMemoryContext } from './viewMemory.js'

export interface ModalRouterProps {
  /** Unique per entry of the history. */
  readonly viewKey: string
  /** Keys of all entries of the history; what others left behind is forgotten. */
  readonly keys: readonly string[]
  readonly name: string
  readonly direction: 'forward' | 'back' | 'none'
  readonly titleId: string
  /** Whether the first view takes the focus too. */
  readonly moveFocusFirst: boolean
  /** Whether another view is on its way, so that nothing more is pressed in this one. */
  readonly leaving: boolean
  readonly children: ReactNode
}

/** Draws one view, slides it in from where the person is going, and grows or shrinks with it. */
export function ModalRouter(props: ModalRouterProps): ReactNode {
  const { viewKey, keys, name, direction, titleId, moveFocusFirst, leaving, children } = props
  const body = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useAnimatedHeight(body, content, viewKey)
  const memory = useMemory(viewKey, keys)
  const remember = useScrollPlace(body, viewKey, memory)

  useLeaving(content, leaving)
  useFocus(content, viewKey, titleId, moveFocusFirst)

  return (
    <div ref={body} className="lk-modal-body" onScroll={remember}>
      <div ref={content} className="lk-modal-content">
        <div key={viewKey} className="lk-view" data-direction={direction} data-view={name}>
          <ViewMemoryContext.Provider value={memory}>{children}</ViewMemoryContext.Provider>
        </div>
      </div>
    </div>
  )
}

/**
 * A view that the user is leaving takes no presses, and so loses the focus. When the user stays, this gives the focus back to
 * the element that had it.
 */
function useLeaving(content: RefObject<HTMLElement | null>, leaving: boolean): void {
  const held = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const view = content.current
    if (!view) return
    if (leaving) held.current = activeIn(view) as HTMLElement | null
    view.inert = leaving
    // An inert view takes no focus: this is for when it stays.
    if (view.contains(held.current)) held.current?.focus({ preventScroll: true })
  }, [content, leaving])
}

/**
 * Each view takes the focus, and keeps it: what a view begins with may be drawn later, and what has the focus may be taken
 * away when the view goes from one step to the next. Arrows move it along rows.
 */
function useFocus(
  content: RefObject<HTMLElement | null>,
  viewKey: string,
  titleId: string,
  moveFocusFirst: boolean,
): void {
  const isFirst = useRef(true)
  const isUsed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when the view changes, and only then.
  useEffect(() => {
    const view = content.current
    if (!view) return
    const root = view.getRootNode() as Document | ShadowRoot
    const title = root.getElementById(titleId)
    const place = () =>
      (view.querySelector<HTMLElement>(autofocus()) ?? title)?.focus({ preventScroll: true })
    // What a view gives the focus as it appears keeps it.
    if ((!isFirst.current || moveFocusFirst) && !view.contains(root.activeElement)) place()
    // In the page, what was pressed may stand far below the top of the view that takes its place.
    if (isUsed.current && !moveFocusFirst) title?.parentElement?.scrollIntoView({ block: 'nearest' })
    isFirst.current = isUsed.current = false

    let last: Element | null = view
    const keep = () => {
      const active = root.activeElement
      if (view.contains(active)) last = active
      // In the page the focus may be away on purpose.
      else if (active === title || (moveFocusFirst && !last?.isConnected && !active?.closest('dialog')))
        place()
    }
    const watcher = new MutationObserver(keep)
    watcher.observe(view, { childList: true, subtree: true })
    view.addEventListener('focusin', keep)
    view.onpointerdown = () => {
      isUsed.current = true
    }
    view.onkeydown = (event) => {
      isUsed.current = true
      moveAlongRows(view, event)
    }
    return () => {
      watcher.disconnect()
      view.removeEventListener('focusin', keep)
    }
  }, [viewKey])
}

/** What a view says, else its search where typing needs no keyboard on the screen. */
const autofocus = () =>
  `[data-autofocus]${matchMedia('(hover: hover) and (pointer: fine)').matches ? ', .lk-search input' : ''}`

/** Header and the distance to the window's edges, in pixels. */
const frameHeight = 48 + 64 + 2

interface ElementRef {
  readonly current: HTMLElement | null
}

/**
 * The style sheet animates the height; this tells it how high the content is. A sheet stands on the lower edge: in a view
 * that got shorter, all there is would move down, away from under the finger. It stays as high until another view comes, or
 * another step of this one, which draws everything anew.
 */
function useAnimatedHeight(body: ElementRef, content: ElementRef, viewKey: string): void {
  const most = useRef(0)
  const step = useRef<Element>(null)
  const measure = useCallback(() => {
    const [outer, inner] = [body.current, content.current]
    const height = inner?.offsetHeight ?? 0
    if (!outer || height === 0) return
    const drawn = inner?.querySelector('.lk-view > *') ?? null
    const isKept = drawn === step.current && matchMedia('(width < 480px)').matches
    most.current = isKept ? Math.max(most.current, height) : height
    step.current = drawn
    outer.style.setProperty('--lk-content-height', `${most.current}px`)
    // A scrollbar only for what does not fit, and none while the height is on its way.
    outer.toggleAttribute('data-scrolls', height > window.innerHeight - frameHeight)
    // How far up the bar of a view reaches: no message and no focus comes to lie on it.
    const bar = inner?.querySelector<HTMLElement>('.lk-action-bar')?.offsetHeight
    const reach = bar ? bar + most.current - height : 0
    outer.parentElement?.style.setProperty('--lk-bar', `${reach}px`)
  }, [body, content])
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when the view changes.
  useLayoutEffect(() => {
    // No observer tells of a view that is as high as the one before.
    const frame = requestAnimationFrame(measure)
    return () => cancelAnimationFrame(frame)
  }, [viewKey])
  useLayoutEffect(() => {
    const [outer, inner] = [body.current, content.current]
    if (!outer || !inner) return
    const observer = new ResizeObserver(measure)
    // Not at once: the dialog is about to open, and would have to be laid out twice.
    let frame = requestAnimationFrame(() => {
      observer.observe(inner)
      observer.observe(document.documentElement)
      // The first height is taken at once, without growing to it.
      frame = requestAnimationFrame(() => outer.setAttribute('data-ready', ''))
    })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
    }
  }, [body, content, measure])
}

function useMemory(viewKey: string, keys: readonly string[]): ViewMemory {
  const kept = useRef(new Map<string, Map<string, unknown>>())
  useEffect(() => {
    for (const key of kept.current.keys()) {
      if (!keys.includes(key)) kept.current.delete(key)
    }
  }, [keys])
  return useMemo(() => {
    const own = () => {
      const values = kept.current.get(viewKey) ?? new Map<string, unknown>()
      kept.current.set(viewKey, values)
      return values
    }
    return { read: (name) => own().get(name), write: (name, value) => void own().set(name, value) }
  }, [viewKey])
}

/** Brings a view back to the place it was scrolled to, and starts a new one at its top. */
function useScrollPlace(body: ElementRef, viewKey: string, memory: ViewMemory): () => void {
  const place = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is set when the view changes, and only then.
  useLayoutEffect(() => {
    const wanted = (memory.read('scroll') as number | undefined) ?? 0
    // To set it, even to what it is, makes the browser lay the page out there and then.
    if (body.current && wanted !== place.current) body.current.scrollTop = wanted
  }, [viewKey])
  return () => {
    if (!body.current) return
    place.current = body.current.scrollTop
    memory.write('scroll', place.current)
  }
}
