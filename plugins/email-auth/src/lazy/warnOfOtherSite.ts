import { inDevelopment, type LogService } from '@latchkey/kernel/plugin'

const isLocal = (host: string) => /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(host)

/** The part of a host's name under which browsers count pages as one site, as far as a name alone shows it. */
function siteOf(host: string): string {
  const labels = host.split('.')
  // Such as example.co.uk.
  const isDeep =
    labels.length > 2 && /^(?:[a-z]{2,3})$/.test(labels.at(-2) ?? '') && labels.at(-1)?.length === 2
  return labels.slice(isDeep ? -3 : -2).join('.')
}

/**
 * Warns a developer whose wallet stands on another site than the app: Safari then forgets the wallet's part on the device when it is
 * closed, and private windows and blocked third-party storage do so in every browser.
 *
 * @param page host of the app's page, such as `app.example.com`
 */
export function warnOfOtherSite(log: Pick<LogService, 'warn'>, page: string, frameUrl: string): void {
  const wallet = new URL(frameUrl).hostname
  if (!inDevelopment || isLocal(page) || isLocal(wallet) || siteOf(page) === siteOf(wallet)) return
  log.warn(
    `The wallet is on another site (${wallet}) than this app (${page}). Safari forgets such a wallet when it is closed, so that people need a link by mail and their recovery code or passkey each time. Serve the wallet from a host below ${siteOf(page)}, such as wallet.${siteOf(page)}.`,
  )
}
