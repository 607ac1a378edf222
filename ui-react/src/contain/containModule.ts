import type { ComponentType } from 'react'
import { containComponent } from './containComponent.js'

/**
 * The component that a view's module exports, contained.
 *
 * @throws TypeError when it exports none.
 */
// biome-ignore lint/suspicious/noExplicitAny: the slot decides the props; `view()` has checked them.
export function containModule(viewId: string, module: unknown): ComponentType<any> {
  const found = (module as { readonly default?: unknown } | undefined)?.default
  if (typeof found !== 'function' && (typeof found !== 'object' || found === null)) {
    throw new TypeError(`The module of the view "${viewId}" has no component as its default export.`)
  }
  return containComponent(found)
}
