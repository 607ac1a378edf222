import type { ViewContribution } from '@latchkey/kernel/plugin'
import { type Chunk, createChunk } from './chunk.js'
import { toRenderError } from './contain/toRenderError.js'
import type { LazyView, Shell } from './shellContext.js'

/** The component of a view, which is loaded when it is first drawn; the same one each time, until a retry forgets it. */
export function lazyView(lazyViews: Shell['lazyViews'], view: ViewContribution): Chunk<LazyView> {
  const known = lazyViews.get(view)
  if (known) return known
  // Whoever draws it reports a failure.
  const made = createChunk(
    () => loadView(view),
    () => {},
  )
  lazyViews.set(view, made)
  return made
}

async function loadView(view: ViewContribution): Promise<LazyView> {
  try {
    const [module, { containModule }] = await Promise.all([
      view.load(),
      // Only views of plugins need it, and they are waited for anyway.
      import('./contain/containModule.js'),
    ])
    return { Component: containModule(view.id, module) }
  } catch (thrown) {
    throw toRenderError(thrown)
  }
}
