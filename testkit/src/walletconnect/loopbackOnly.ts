import type { ICore } from '@walletconnect/types'

export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** @throws TypeError when the address is not on the loopback interface */
export function assertLoopback(url: string, what: string): void {
  if (isLoopback(url)) return
  throw new TypeError(`The ${what} "${url}" is not on the loopback interface: a test wallet stays at home.`)
}

/**
 * Cuts the client library's ties to its maker's hosts before it starts: the event client posts once on
 * start even with telemetry off, and the wallet side asks the verify host about each proposal and request.
 */
export function keepAtHome(core: ICore): void {
  core.eventClient.init = async () => undefined
  core.verify.register = async () => ''
  core.verify.resolve = async () => {
    throw new Error('The verify host is switched off in the test wallet.')
  }
}
