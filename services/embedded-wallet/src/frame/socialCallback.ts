import { say } from '../words/say.js'
import { readAppOrigin } from './appOrigin.js'
import { drawText } from './drawText.js'
import { readWords } from './readWords.js'

/**
 * The page that a provider leads back to. It hands its own address to the app that opened this window, and to no other
 * origin; where there is no such window, it leads back to the app's page. The address is worth nothing without the secret
 * that the frame holds.
 */
const appOrigin = readAppOrigin()
const opener = window.opener as Window | null
const returnTo = document.querySelector<HTMLMetaElement>('meta[name="return-to"]')?.content
if (appOrigin !== undefined && opener) {
  opener.postMessage({ protocol: 'latchkey-social', version: 1, uri: location.href }, appOrigin)
  window.close()
} else if (appOrigin !== undefined && returnTo !== undefined && new URL(returnTo).origin === appOrigin) {
  const back = new URL(returnTo)
  back.searchParams.set('result_uri', location.href)
  location.replace(back)
}
const text = opener ? say`You can close this window.` : say`Go back to the app and log in again.`
drawText(document.body, text, readWords())
