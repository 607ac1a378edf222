/** Pages of a wallet in the stores of apps and extensions. */
export interface StorePages {
  readonly ios?: string
  readonly android?: string
  readonly chrome?: string
  readonly firefox?: string
}

/**
 * The pages of stores among the addresses that a list gives, each in the store's shortest form. An address that is no
 * page of the store it is said to be of is left out: lists hold home pages, pages of other wallets' makers and worse.
 */
export function storePagesOf(addresses: Readonly<Record<string, string | null | undefined>>): StorePages {
  const ios = appStorePage(addresses['ios'])
  const android = playStorePage(addresses['android'])
  const chrome = chromeStorePage(addresses['chrome']) ?? chromeStorePage(addresses['browser'])
  const firefox = firefoxPage(addresses['firefox'])
  return {
    ...(ios === undefined ? {} : { ios }),
    ...(android === undefined ? {} : { android }),
    ...(chrome === undefined ? {} : { chrome }),
    ...(firefox === undefined ? {} : { firefox }),
  }
}

/** Id of an extension in a page of the Chrome Web Store. */
export function chromeStoreIdOf(page: string | undefined): string | undefined {
  return page === undefined ? undefined : /\/([a-p]{32})$/.exec(page)?.[1]
}

function read(address: string | null | undefined): URL | undefined {
  return address && URL.canParse(address.trim()) ? new URL(address.trim()) : undefined
}

function appStorePage(address: string | null | undefined): string | undefined {
  const url = read(address)
  if (!url || !['apps.apple.com', 'itunes.apple.com'].includes(url.hostname)) return undefined
  const id = /\/id(\d{6,12})(?:\/|$)/.exec(url.pathname)?.[1]
  return id && `https://apps.apple.com/app/id${id}`
}

function playStorePage(address: string | null | undefined): string | undefined {
  const url = read(address)
  if (url?.hostname !== 'play.google.com' || url.pathname !== '/store/apps/details') return undefined
  const id = url.searchParams.get('id')
  return id && /^[a-zA-Z]\w*(?:\.\w+)+$/.test(id)
    ? `https://play.google.com/store/apps/details?id=${id}`
    : undefined
}

function chromeStorePage(address: string | null | undefined): string | undefined {
  const url = read(address)
  if (!url || !['chrome.google.com', 'chromewebstore.google.com'].includes(url.hostname)) return undefined
  const id = /\/([a-p]{32})(?:\/|$)/.exec(url.pathname)?.[1]
  return id && `https://chromewebstore.google.com/detail/${id}`
}

function firefoxPage(address: string | null | undefined): string | undefined {
  const url = read(address)
  if (url?.hostname !== 'addons.mozilla.org') return undefined
  const name = /\/firefox\/addon\/([\w.@{}-]+)\/?$/.exec(url.pathname)?.[1]
  return name && `https://addons.mozilla.org/firefox/addon/${name}/`
}
