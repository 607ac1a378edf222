import type { ViewContribution } from '@latchkey/kernel/plugin'
import { type Chunk, createChunk } from './chunk.js'
import { toRenderError } from './contain/toRenderError.js'
import type { LazyView, Shell } from './shellContext.js'

/** The component of a view, which is loaded when it is first drawn; the same one each time, until a retry forgets it. */
export function lazyView(
  { lazyViews, report }: Pick<Shell, 'lazyViews' | 'report'>,
  view: ViewContribution,
): Chunk<LazyView> {
  const known = lazyViews.get(view)
  if (known) return known
  const made = createChunk(
    () => loadView(view),
    (error) => report(`The view "${view.id}" could not be drawn.`, error),
  )
  lazyViews.set(view, made)
  return made
}

async function loadView(view: ViewContribution): Promise<LazyView> {
  try {
    const [module, { containComponent }] = await Promise.all([
      view.load(),
      // Only views of plugins need it, and they are waited for anyway.
      import('./contain/containComponent.js'),
    ])
    return { Component: containComponent(componentOf(view.id, module)) }
  } catch (thrown) {
    throw toRenderError(thrown)
  }
}

function componentOf(viewId: string, module: unknown): unknown {
  const found = (module as { readonly default?: unknown } | undefined)?.default
  if (typeof found === 'function' || (typeof found === 'object' && found !== null)) return found
  throw new TypeError(`The module of the view "${viewId}" has no component as its default export.`)
}
