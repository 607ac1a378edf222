import type { Clock, LogService } from '@latchkey/kernel/plugin'
import { namespaceOf } from '@latchkey/kernel/contracts'
import type { HostedDirectoryService, HostedWallet } from '@latchkey/plugin-wallet-data'
import { filterWallets, type WalletFilter } from '../filterWallets.js'
import {
  type HostedPage,
  type HostedRead,
  hostedPageSize,
  hostedSearchSize,
  type HostedWallets,
  recommendedCount,
  recommendedTime,
} from '../hostedWallets.js'
import type { WalletAppLinks, WalletRecord } from '../wallet.js'

/** Characters; real names, links and ids are far below. */
const longest = { name: 60, link: 2048, id: 100 } as const

export function createHostedWallets(
  service: HostedDirectoryService,
  filter: WalletFilter,
  { clock, log }: { readonly clock: Clock; readonly log: LogService },
): HostedWallets {
  const { imageOrigins = [] } = service
  async function read(
    query: { readonly page: number; readonly entries: number; readonly search?: string },
    { certified, signal }: HostedRead = {},
  ): Promise<HostedPage> {
    const { wallets, count } = await service.read({
      ...query,
      ...(certified ? { badge: 'certified' as const } : {}),
      ...(signal ? { signal } : {}),
    })
    const records = wallets.slice(0, query.entries).flatMap((wallet) => recordOf(wallet, imageOrigins) ?? [])
    return { wallets: filterWallets(records, filter), count }
  }

  async function recommended(): Promise<readonly WalletRecord[]> {
    const controller = new AbortController()
    const timer = clock.setTimeout(
      () => controller.abort(new Error('The list of wallets is late.')),
      recommendedTime,
    )
    const late = new Promise<never>((_, reject) => {
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true })
    })
    try {
      const asked = read({ page: 1, entries: recommendedCount }, { signal: controller.signal })
      return (await Promise.race([asked, late])).wallets
    } catch (error) {
      log.debug('No wallet is recommended: the hosted list could not be read in time.', error)
      return []
    } finally {
      clock.clearTimeout(timer)
    }
  }

  return {
    page: (page, options) => read({ page, entries: hostedPageSize }, options),
    search: (text, options) => read({ page: 1, entries: hostedSearchSize, search: text }, options),
    recommended,
  }
}

/** What a service says of a wallet, as far as it is sound. Links are checked again before one is opened. */
function recordOf(wallet: HostedWallet, imageOrigins: readonly string[]): WalletRecord | undefined {
  const { id, name, homepage, imageUrl, mobileLink, rdns, networkIds } = wallet
  if (!isText(id, longest.id) || !isText(name, longest.name * 4)) return undefined
  const isWebLink = /^https?:/i.test(mobileLink ?? '')
  const links: WalletAppLinks = {
    ...linkAs(isWebLink ? 'universal' : 'native', mobileLink),
    ...linkAs('desktop', wallet.desktopLink),
    ...linkAs('webapp', wallet.webappLink),
  }
  const stores = {
    ...pageAs('ios', wallet.appStore),
    ...pageAs('android', wallet.playStore),
    ...pageAs('chrome', wallet.chromeStore),
  }
  const namespaces = [...new Set((networkIds ?? []).map((network) => namespaceOf(network)))]
  return {
    id,
    name: name.slice(0, longest.name),
    ...pageAs('homepage', homepage),
    ...pictureOf(imageUrl, imageOrigins),
    ...(namespaces.length > 0 ? { namespaces } : {}),
    ...(isText(rdns, longest.id) ? { discovery: { rdns: [rdns] } } : {}),
    ...(Object.keys(links).length > 0 ? { links } : {}),
    ...(Object.keys(stores).length > 0 ? { stores } : {}),
    ...(wallet.isCertified === true ? { isCertified: true } : {}),
  }
}

const isText = (value: unknown, length: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= length

const linkAs = <Name extends string>(name: Name, link: unknown) =>
  isText(link, longest.link) ? ({ [name]: link } as Record<Name, string>) : undefined

const pageAs = <Name extends string>(name: Name, page: unknown) =>
  isText(page, longest.link) && page.startsWith('https://') && URL.canParse(page)
    ? ({ [name]: page } as Record<Name, string>)
    : undefined

/** The list chooses the address and every visitor's browser asks it: only where the service says pictures are. */
function pictureOf(url: unknown, origins: readonly string[]): { readonly imageUrl?: string } {
  if (!isText(url, longest.link) || !URL.canParse(url)) return {}
  const { href, origin, protocol, username, password } = new URL(url)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && origins.includes(origin) && !username && !password ? { imageUrl: href } : {}
}
