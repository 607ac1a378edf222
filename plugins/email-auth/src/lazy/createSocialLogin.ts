import type { Clock, StorageService } from '@latchkey/kernel/plugin'
import type { EmailAuthState } from '../EmailAuthService.js'
import type { RedirectProvider } from '../protocol/providers.js'
import { storedSocial } from '../storedLogin.js'
import type { AskFrame } from './createEmbeddedWallet.js'
import { awaitSocialResult } from './awaitSocialResult.js'
import { handedOver } from './handedOver.js'
import { handOver } from './socialHandOver.js'
import { windowClosed } from './windowClosed.js'

export interface SocialLoginOptions {
  readonly frameUrl: string
  readonly clock: Clock
  readonly storage: StorageService
  readonly ask: AskFrame
  readonly state: { -readonly [key in keyof EmailAuthState]: EmailAuthState[key] }
}

/** The parameter in which the wallet's page hands the provider's answer to the app's page. */
const resultParameter = 'result_uri'

/** Logs in at a provider, and leaves it to the caller to remember who it is. */
export function createSocialLogin({ frameUrl, clock, storage, ask, state }: SocialLoginOptions) {
  const origin = new URL(frameUrl).origin

  async function finish(uri: string, signal: AbortSignal): Promise<void> {
    storage.remove(storedSocial)
    await ask('connectSocial', { uri }, signal)
  }

  return async (
    provider: RedirectProvider,
    popup: Window | null | undefined,
    signal: AbortSignal,
  ): Promise<void> => {
    state.isSocialWindowGone = false
    const returned = takeResult(origin)
    if (returned !== undefined && storage.read(storedSocial) === provider) {
      if (!(await handOver(returned, clock))) return finish(returned, signal)
      close()
      throw handedOver()
    }
    // Nobody pressed for it: a view that is shown again must not lead the page away.
    if (popup === undefined) throw windowClosed()
    try {
      const { uri } = await ask('getSocialRedirectUri', { provider, returnTo: pageUrl() }, signal)
      storage.write(storedSocial, provider)
      if (!popup) return await leave(uri, signal)
      popup.location.replace(uri)
      const onGone = () => {
        state.isSocialWindowGone = true
      }
      const answered = awaitSocialResult({ popup, authorization: uri, origin, clock, signal, onGone })
      await finish(await answered, signal)
    } catch (error) {
      popup?.close()
      throw error
    }
  }
}

/** The service takes 2,048 characters; a longer address loses what is behind its path. */
const pageUrl = () => (location.href.length > 2048 ? location.origin + location.pathname : location.href)

/** Takes the provider's answer out of the page's address, where the page has come back from the provider. */
function takeResult(origin: string): string | undefined {
  const url = new URL(location.href)
  const result = url.searchParams.get(resultParameter)
  if (result === null) return undefined
  url.searchParams.delete(resultParameter)
  history.replaceState(history.state, '', url)
  return URL.canParse(result) && new URL(result).origin === origin ? result : undefined
}

/** Leads the page to the provider. Who comes back by the browser's own button has not logged in. */
function leave(uri: string, signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    addEventListener('pageshow', () => reject(windowClosed()), { once: true, signal })
    signal.addEventListener('abort', () => reject(windowClosed()), { once: true })
    location.assign(uri)
  })
}
