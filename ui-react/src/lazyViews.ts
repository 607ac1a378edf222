import type { ViewContribution } from '@latchkey/kernel/plugin'
import { lazy } from 'react'
import { toRenderError } from './contain/toRenderError.js'
import type { LazyViews, LazyView } from './shellContext.js'

/** `React.lazy` keeps a failed load for ever, so a retry needs a new lazy component. */
export function createLazyViews(): LazyViews {
  const made = new WeakMap<ViewContribution, LazyView>()
  const make = (contribution: ViewContribution): LazyView => {
    const component: LazyView = lazy(async () => {
      try {
        const containing = import('./contain/containComponent.js')
        const component = componentOf(contribution.id, await contribution.load())
        return { default: (await containing).containComponent(component) }
      } catch (thrown) {
        throw toRenderError(thrown)
      }
    })
    made.set(contribution, component)
    return component
  }
  return {
    get: (contribution) => made.get(contribution) ?? make(contribution),
    renew: (contribution) => void make(contribution),
  }
}

function componentOf(viewId: string, module: unknown): unknown {
  const found = (module as { readonly default?: unknown } | undefined)?.default
  if (typeof found === 'function' || (typeof found === 'object' && found !== null)) return found
  throw new TypeError(`The module of the view "${viewId}" has no component as its default export.`)
}
