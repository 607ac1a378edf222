import type { ViewContribution } from '@latchkey/kernel/plugin'
import { lazy } from 'react'
import { toRenderError } from './contain/toRenderError.js'
import type { LazyView } from './shellContext.js'

/** The component of a view, which is loaded when it is first drawn. */
export function createLazyView(contribution: ViewContribution): LazyView {
  return lazy(async () => {
    try {
      const [module, { containComponent }] = await Promise.all([
        contribution.load(),
        // Only views of plugins need it, and they are waited for anyway.
        import('./contain/containComponent.js'),
      ])
      return { default: containComponent(componentOf(contribution.id, module)) }
    } catch (thrown) {
      throw toRenderError(thrown)
    }
  })
}

function componentOf(viewId: string, module: unknown): unknown {
  const found = (module as { readonly default?: unknown } | undefined)?.default
  if (typeof found === 'function' || (typeof found === 'object' && found !== null)) return found
  throw new TypeError(`The module of the view "${viewId}" has no component as its default export.`)
}
