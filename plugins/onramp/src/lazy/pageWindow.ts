/** As large as the specification says. */
const features = 'popup,width=600,height=800'

export interface PageWindow {
  /** Shows the page. Returns false when the person closed the window meanwhile. */
  show(url: string): boolean
  close(): void
}

/**
 * A window for the provider's page. A browser opens one in the handler of a click only, before it is known which page it is
 * for. `undefined` when it opens none.
 */
export function openWindow(): PageWindow | undefined {
  const opened = attempt(() => window.open('about:blank', '_blank', features))
  if (!opened) return undefined
  // The page there must not reach back into this one.
  attempt(() => {
    opened.opener = null
  })
  return {
    show(url) {
      if (opened.closed) return false
      opened.location.replace(url)
      return true
    },
    close: () => opened.close(),
  }
}

/** Some browsers inside of wallets throw instead of returning null. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

/** Shows the page in this tab; what is bought is looked for once the person comes back. */
export const goTo = (url: string): void => window.location.assign(url)
