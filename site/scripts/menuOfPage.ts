import { closeGroups, type MenuEntry } from './closeGroups.js'

interface PageContext {
  readonly locals: { readonly starlightRoute: { sidebar: readonly MenuEntry[] } }
}

/** Gives each page its own menu, in which a closed group is one link. */
export function onRequest({ locals }: PageContext): void {
  locals.starlightRoute.sidebar = closeGroups(locals.starlightRoute.sidebar)
}
