import type { ViewContribution } from '@latchkey/kernel/plugin'
import { type ComponentType, lazy } from 'react'
import type { LazyViews, LazyView } from './shellContext.js'

/** `React.lazy` keeps a failed load for ever, so a retry needs a new lazy component. */
export function createLazyViews(): LazyViews {
  const made = new WeakMap<ViewContribution, LazyView>()
  const make = (contribution: ViewContribution): LazyView => {
    const component: LazyView = lazy(async () => {
      const module = await contribution.load()
      if (hasComponent(module)) return module
      throw new TypeError(
        `The module of the view "${contribution.id}" has no component as its default export.`,
      )
    })
    made.set(contribution, component)
    return component
  }
  return {
    get: (contribution) => made.get(contribution) ?? make(contribution),
    renew: (contribution) => void make(contribution),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the slot decides the props; `view()` has checked them.
function hasComponent(module: unknown): module is { default: ComponentType<any> } {
  const found = (module as { readonly default?: unknown } | undefined)?.default
  return typeof found === 'function' || (typeof found === 'object' && found !== null)
}
